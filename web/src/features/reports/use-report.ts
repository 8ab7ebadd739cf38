import type { Given, ReplyOf } from '@sterling/contract/endpoint.ts';
import { reports } from '@sterling/contract/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/call.ts';

export type NewReport = Given<typeof reports.make, 'body'>;

/** A sent report with the code that proves ownership. */
export interface SentReport extends ReplyOf<typeof reports.make> {
  readonly robloxUsername: string;
}

const KEPT_AS = 'sterling.report';

/** The report of this browser. It survives a visit to the Roblox profile. */
export function useSentReport() {
  const [sent, setSent] = useState(readKept);
  const keep = (report: SentReport | null) => {
    if (report) localStorage.setItem(KEPT_AS, JSON.stringify(report));
    else localStorage.removeItem(KEPT_AS);
    setSent(report);
  };
  return { sent, keep };
}

function readKept(): SentReport | null {
  const kept = localStorage.getItem(KEPT_AS);
  return kept ? (JSON.parse(kept) as SentReport) : null;
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
