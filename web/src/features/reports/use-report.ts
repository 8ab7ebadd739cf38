import type { Given } from '@sterling/contract/endpoint.ts';
import { Report, reports } from '@sterling/contract/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../data/call.ts';
import { storedValue } from '../../data/stored-value.ts';

export type NewReport = Given<typeof reports.make, 'body'>;

/** A sent report with the code that proves ownership. */
const SentReport = z.extend(Report, { robloxUsername: z.string() });
export type SentReport = z.output<typeof SentReport>;

const stored = storedValue('sterling.report', SentReport);

/** The report of this browser. It survives a visit to the Roblox profile. */
export function useSentReport() {
  const [sent, setSent] = useState(stored.read);
  const keep = (report: SentReport | null) => {
    stored.keep(report);
    setSent(report);
  };
  return { sent, keep };
}

export function useSendReport(onSent: (report: SentReport) => void) {
  return useMutation({
    mutationFn: (body: NewReport) => call(reports.make, { body }),
    onSuccess: (report, { robloxUsername }) => onSent({ ...report, robloxUsername }),
  });
}

/** Asks the server to look for the code in the public profile. */
export const useProveReport = ({ id }: SentReport) =>
  useMutation({ mutationFn: () => call(reports.verify, { params: { id } }) });
