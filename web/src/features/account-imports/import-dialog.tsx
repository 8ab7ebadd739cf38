import { accountImports, IMPORT_DAYS, MAX_IMPORT_LINES } from '@sterling/contract/account-imports.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { DEFAULT_RATE } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { FormCheckbox } from '../../kit/form/controlled-fields.tsx';
import { RATE_CHECKS, RATE_HINT, RateField } from '../../kit/form/rate-field.tsx';
import { plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { NO_PROXY } from '../proxies/proxies.tsx';
import { ProxyField, TermsWarning } from '../roblox-accounts/account-form.tsx';
import { ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';
import { CookieGuide } from '../roblox-accounts/cookie-field.tsx';
import { ImportProgress, importQuery } from './import-progress.tsx';

interface ImportDialogProps {
  /** Null: a new import. */
  id: string | null;
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Adds many accounts: first the form, then the result of each line. */
export default function ImportDialog({ id, onStarted, onClose }: ImportDialogProps) {
  return id === null ? (
    <ImportForm onStarted={onStarted} onClose={onClose} />
  ) : (
    <ImportProgress id={id} onClose={onClose} />
  );
}

const EMPTY = {
  lines: '',
  ratePerThousand: typedDollars(DEFAULT_RATE),
  proxyId: NO_PROXY,
  ownershipConfirmed: false,
};

const MISSING = {
  lines: t('Enter a cookie on each line'),
  ownershipConfirmed: t('Please confirm that these accounts are yours'),
};

interface ImportFormProps {
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Takes up to `MAX_IMPORT_LINES` lines with cookies. */
function ImportForm({ onStarted, onClose }: ImportFormProps) {
  const start = useStartImport(onStarted);
  const form = useContractForm(accountImports.start, {
    defaultValues: EMPTY,
    bodyOf: ({ lines, ratePerThousand, proxyId, ownershipConfirmed }) => ({
      lines: lines.trimEnd().split(/\r?\n/),
      ratePerThousand: plainDecimal(ratePerThousand),
      proxyId: proxyId === NO_PROXY ? null : proxyId,
      // the schema refuses anything but true
      ownershipConfirmed: ownershipConfirmed as true,
    }),
    missing: MISSING,
    ...RATE_CHECKS,
  });
  return (
    <FormDialog
      title={t('Import accounts')}
      description={t(
        'Your own Roblox accounts. We check them one after another. Each goes on sale immediately.',
      )}
      submitLabel={t('Import accounts')}
      isDirty={form.isDirty}
      isPending={start.isPending}
      onSubmit={form.submit((body) => start.mutate(body))}
      onClose={onClose}
    >
      <Earlier onOpen={onStarted} />
      <TextareaField
        {...form.field('lines')}
        label={t('Cookies')}
        hint={t(
          'One account on each line, up to {mostImportLines}: cookie, cookie,rate or cookie,rate,host:port of one of your proxies. Each cookie is encrypted and never shown again.',
          { mostImportLines: MAX_IMPORT_LINES },
        )}
        rows={6}
        wrap="off"
        placeholder={'cookie\ncookie,3.50\ncookie,3.50,203.0.113.7:8080'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm max-sm:text-base"
      />
      <CookieGuide use="selling" />
      <RateField
        {...form.field('ratePerThousand')}
        label={t('Rate per 1K Robux')}
        hint={t('For lines without a rate. {rateHint}', { rateHint: RATE_HINT })}
      />
      <ProxyField control={form.control} name="proxyId" hint={t('For lines without a proxy.')} />
      <TermsWarning />
      <FormCheckbox
        control={form.control}
        name="ownershipConfirmed"
        label={t('All these accounts are my own, and I am 18 or older.')}
      />
    </FormDialog>
  );
}

/** Links to the latest import, which is kept for `IMPORT_DAYS`. */
function Earlier({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: [latest] = [] } = useQuery(importsQuery);
  if (!latest) return null;
  return (
    <p className="text-3 text-sm">
      {latest.state === 'running'
        ? t('An import is running.')
        : t('Last import: {createdAt}.', { createdAt: formatTime(latest.createdAt) })}{' '}
      <Button
        variant="link"
        title={t('Results stay for {importDays} days', { importDays: IMPORT_DAYS })}
        onClick={() => onOpen(latest.id)}
      >
        {t('Show results')}
      </Button>
    </p>
  );
}

const importsQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'imports'],
  queryFn: ({ signal }) => call(accountImports.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Starts an import and opens its progress. */
function useStartImport(onStarted: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Given<typeof accountImports.start, 'body'>) => call(accountImports.start, { body }),
    onSuccess: (started) => {
      client.setQueryData(importQuery(started.id).queryKey, started);
      onStarted(started.id);
    },
    meta: { changes: ACCOUNT_CHANGES, failed: t('Import not started') },
  });
}
