import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { proxies } from '@sterling/contract/proxies.ts';
import { t } from '@sterling/contract/texts.ts';
import { CircleCheck } from 'lucide-react';
import type { FieldErrors } from 'react-hook-form';
import { type FieldProps, useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField, TextareaField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { addedText, useAddProxies, useAddProxy } from './proxies.tsx';

const EMPTY = { host: '', port: '', username: '', password: '' };

/** Adds one proxy with one field for each part of its address. */
export function AddProxyDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm(proxies.add, {
    defaultValues: EMPTY,
    bodyOf: (draft) => draft,
    missing: MISSING,
  });
  const add = useAddProxy({
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  return (
    <FormDialog
      title={t('Add proxy')}
      description={t('Your own HTTP proxy. We test it right away.')}
      submitLabel={t('Add proxy')}
      isDirty={form.isDirty}
      isPending={add.isPending}
      onSubmit={form.submit((body) => add.mutate(body), sayWhatIsMissing)}
      onClose={onClose}
    >
      <AddressFields host={form.field('host')} port={form.field('port')} />
      <InputField
        {...form.field('username')}
        label={t('Username')}
        hint={t('Leave blank if not required.')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.field('password')}
        label={t('Password')}
        hint={t('It is encrypted and never shown again.')}
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

function AddressFields({ host, port }: { host: FieldProps; port: FieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <InputField
        {...host}
        label={t('Host')}
        placeholder="proxy.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField {...port} label={t('Port')} placeholder="8080" inputMode="numeric" autoComplete="off" />
    </div>
  );
}

const MISSING = { host: t('Enter the host of the proxy'), port: t('Enter its port') } as const;

function sayWhatIsMissing({ host, port }: FieldErrors<typeof EMPTY>): void {
  if (host?.message !== MISSING.host && port?.message !== MISSING.port) return;
  toast({ title: t('Error'), description: t('Please fill in all required fields'), variant: 'destructive' });
}

/** Adds many proxies, one per line. Invalid lines stay in the dialog with their errors. */
export function MassAdditionDialog({ onClose }: { onClose: () => void }) {
  const add = useAddProxies();
  const form = useContractForm(proxies.addMany, {
    defaultValues: { lines: '' },
    bodyOf: ({ lines }) => ({ lines: lines.trimEnd().split(/\r?\n/) }),
    missing: { lines: t('Enter a proxy on each line') },
  });
  return (
    <FormDialog
      title={t('Mass Addition')}
      description={t('Your own HTTP proxies, one per line. We test them right away.')}
      submitLabel={t('Add proxies')}
      cancelLabel={add.data ? t('Close') : t('Cancel')}
      isDirty={form.isDirty && !add.data}
      isPending={add.isPending}
      onSubmit={form.submit(({ lines }) =>
        add.mutate(lines, { onSuccess: ({ failed }) => failed.length === 0 && onClose() }),
      )}
      onClose={onClose}
    >
      <TextareaField
        {...form.field('lines')}
        onChange={(event) => {
          void form.field('lines').onChange(event);
          form.clearErrors();
          add.reset();
        }}
        label={t('Proxies')}
        hint={t('host:port, host:port:user:password or http://user:password@host:port')}
        rows={8}
        wrap="off"
        placeholder={'203.0.113.7:8080\n203.0.113.8:8080:user:password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm max-sm:text-base"
      />
      <div role="status" className="empty:-mt-5">
        {add.data && <Outcome outcome={add.data} />}
      </div>
    </FormDialog>
  );
}

function Outcome({ outcome: { added, failed } }: { outcome: ReplyOf<typeof proxies.addMany> }) {
  return (
    <div className="flex flex-col gap-3">
      {added > 0 && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {addedText(added)}
        </p>
      )}
      {failed.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-lg bg-bad/12 p-3 text-bad text-sm">
          {failed.map(({ line, reason }) => (
            <li key={line} className="tabular-nums">
              {t('Line {line}: {reason}', { line, reason })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
