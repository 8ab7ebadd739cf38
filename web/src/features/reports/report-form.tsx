import type { Given } from '@sterling/contract/endpoint.ts';
import { Report, reports } from '@sterling/contract/reports.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call, explain } from '../../data/call.ts';
import { serverNow } from '../../data/server-time.ts';
import { storedValue } from '../../data/storage.ts';
import { Form, useKeptDraft } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FieldError, InputField, TextareaField } from '../../kit/ui/field.tsx';

/** Reports an account that was stolen. It needs no sign-in. */
export function ReportForm({ onSent }: { onSent: (report: SentReport) => void }) {
  const form = useContractForm(reports.make, {
    defaultValues: { robloxUsername: '', contact: '', text: '' },
    bodyOf: (draft) => draft,
    missing: {
      robloxUsername: t('Name the Roblox account'),
      contact: t('Enter a way to reach you'),
      text: t('Say in a few words what happened'),
    },
  });
  const forget = useKeptDraft(form, 'report');
  const send = useSendReport((report) => {
    forget();
    onSent(report);
  });
  return (
    <Form onSubmit={form.submit((report) => send.mutate(report))}>
      <InputField
        {...form.field('robloxUsername')}
        label={t('Roblox username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.field('contact')}
        label={t('How can we reach you?')}
        hint={t('An email address or a Discord name. Visible to staff only.')}
      />
      <TextareaField {...form.field('text')} label={t('What happened?')} />
      {send.error && <FieldError>{explain(send.error)}</FieldError>}
      <Button type="submit" pending={send.isPending}>
        {t('Send report')}
      </Button>
    </Form>
  );
}

export type NewReport = Given<typeof reports.make, 'body'>;

/** A sent report with the code that proves ownership. `sentAt`: by the server's clock, in ms. */
const SentReport = z.extend(Report, { robloxUsername: z.string(), sentAt: z.number() });
export type SentReport = z.output<typeof SentReport>;

const stored = storedValue('sterling.report', SentReport);

/** A proof takes minutes. Later the next person at the computer must not see the report. */
const KEPT_FOR_MS = 24 * 3_600_000;

function readStored(): SentReport | null {
  const report = stored.read();
  return report && serverNow() - report.sentAt < KEPT_FOR_MS ? report : null;
}

/** The report of this browser. It survives a visit to the Roblox profile. Once proven, it lasts until the page is closed. */
export function useSentReport() {
  const [sent, setSent] = useState(readStored);
  const keep = (report: SentReport | null) => {
    stored.keep(report);
    setSent(report);
  };
  return { sent, keep, forgetStored: () => void stored.keep(null) };
}

function useSendReport(onSent: (report: SentReport) => void) {
  return useMutation({
    mutationFn: (body: NewReport) => call(reports.make, { body }),
    onSuccess: (report, { robloxUsername }) => onSent({ ...report, robloxUsername, sentAt: serverNow() }),
  });
}

/** Asks the server to look for the code in the public profile. */
const useProveReport = ({ id }: SentReport, onProven: () => void) =>
  useMutation({ mutationFn: () => call(reports.verify, { params: { id } }), onSuccess: onProven });

interface ProofProps {
  report: SentReport;
  onProven: () => void;
  onAnother: () => void;
}

/** Confirms the report. With the code in the public profile, the account goes off sale immediately. */
export function Proof({ report, onProven, onAnother }: ProofProps) {
  const prove = useProveReport(report, onProven);
  if (prove.isSuccess) {
    return (
      <div role="status" className="flex flex-col items-center gap-3 text-center">
        <CircleCheckBig aria-hidden className="size-8 text-good" />
        <p className="font-medium text-1 text-base">
          {t('{robloxUsername} is off sale', { robloxUsername: report.robloxUsername })}
        </p>
        <p className="text-2">
          {t(
            'Its cookie has been erased. Sign out of all sessions in your Roblox settings and change your password, so that no other cookie works. You can remove the code from your profile.',
          )}
        </p>
        <Button variant="secondary" onClick={onAnother}>
          {t('Report another account')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex items-start gap-3">
        <CircleCheckBig aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
        <p className="text-2">
          {rich('{reportReceived} Our staff will review it.', {
            reportReceived: <span className="font-medium text-1">{t('Report received.')}</span>,
          })}
        </p>
      </div>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-2 marker:text-3">
        <li>
          {t(
            'To take {robloxUsername} off sale immediately, add this code to its public profile ("About").',
            { robloxUsername: report.robloxUsername },
          )}
        </li>
        <li>{t('Then press Verify.')}</li>
      </ol>
      <div className="flex items-center justify-between gap-3 rounded-lg border border-line bg-surface-0 px-4 py-3">
        <code className="min-w-0 break-all text-1">{report.code}</code>
        <CopyButton text={report.code} what={t('code')} withText />
      </div>
      {prove.error && <FieldError>{explain(prove.error)}</FieldError>}
      <div className="flex flex-col gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onAnother}>
          {t('Report another account')}
        </Button>
        <Button pending={prove.isPending} onClick={() => prove.mutate()}>
          {t('Verify')}
        </Button>
      </div>
    </div>
  );
}
