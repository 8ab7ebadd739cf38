import { useForm } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Input, Textarea } from '../../kit/ui/input.tsx';
import { type NewReport, type SentReport, useSendReport } from './use-report.ts';

const LONGEST = { robloxUsername: 50, contact: 200, text: 2_000 };

const filled = (what: string) => (text: string) => text.trim() !== '' || what;

export function ReportForm({ onSent }: { onSent: (report: SentReport) => void }) {
  const send = useSendReport(onSent);
  const form = useForm<NewReport>({
    mode: 'onTouched',
    defaultValues: { robloxUsername: '', contact: '', text: '' },
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((report) => send.mutate(report))}
      className="flex flex-col gap-5"
    >
      <Field label="Roblox username" error={errors.robloxUsername?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('robloxUsername', { validate: filled('Name the Roblox account') })}
            maxLength={LONGEST.robloxUsername}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label="How can we reach you?"
        hint="An email address or a Discord name. Visible to staff only."
        error={errors.contact?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('contact', { validate: filled('Enter a way to reach you') })}
            maxLength={LONGEST.contact}
          />
        )}
      </Field>
      <Field label="What happened" error={errors.text?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('text', { validate: filled('Say in a few words what happened') })}
            maxLength={LONGEST.text}
          />
        )}
      </Field>
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
