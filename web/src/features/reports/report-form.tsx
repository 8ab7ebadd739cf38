import type { Given } from '@sterling/contract/endpoint.ts';
import { Report, reports } from '@sterling/contract/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { storedValue } from '../../data/stored-value.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { InputField, TextareaField } from '../../kit/ui/field.tsx';

export function ReportForm({ onSent }: { onSent: (report: SentReport) => void }) {
  const send = useSendReport(onSent);
  const form = useContractForm(reports.make, {
    defaultValues: { robloxUsername: '', contact: '', text: '' },
    bodyOf: (draft) => draft,
    missing: {
      robloxUsername: 'Name the Roblox account',
      contact: 'Enter a way to reach you',
      text: 'Say in a few words what happened',
    },
  });
  return (
    <form noValidate onSubmit={form.submit((report) => send.mutate(report))} className="flex flex-col gap-5">
      <InputField
        {...form.field('robloxUsername')}
        label="Roblox username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.field('contact')}
        label="How can we reach you?"
        hint="An email address or a Discord name. Visible to staff only."
      />
      <TextareaField {...form.field('text')} label="What happened" />
      {send.error && (
        <p role="alert" className="text-bad">
          {explain(send.error)}
        </p>
      )}
      <Button type="submit" pending={send.isPending}>
        Send Report
      </Button>
    </form>
  );
}

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
