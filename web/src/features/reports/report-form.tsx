import { reports } from '@sterling/contract/reports.ts';
import { explain } from '../../data/failure.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { InputField, TextareaField } from '../../kit/ui/input-field.tsx';
import { type SentReport, useSendReport } from './use-report.ts';

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
