import { type ApiCredential, apiCredentials } from '@sterling/contract/api-credentials.ts';
import type { ApiScope, Given } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { call, explainWrite, isRefused } from '../../data/call.ts';
import { serverNow } from '../../data/server-time.ts';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { type ContractForm, useContractForm } from '../../kit/form/use-contract-form.ts';
import { CheckboxField } from '../../kit/ui/checkbox.tsx';
import { FormDialog, SecretDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';

export const credentialsQuery = queryOptions({
  queryKey: ['api-credentials'],
  queryFn: ({ signal }) => call(apiCredentials.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Creates a credential. The caller shows its token, or the failure. */
const useCreateCredential = () =>
  useMutation({
    mutationFn: (body: Given<typeof apiCredentials.create, 'body'>) => call(apiCredentials.create, { body }),
    meta: { changes: ['api-credentials', 'inbox'] },
  });

/** Revokes a token. Programs that use it get 401 from then on. */
export function useRevokeCredential(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiCredential) => call(apiCredentials.revoke, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      client.setQueryData(credentialsQuery.queryKey, (known) => known?.filter((one) => one.id !== id));
      toast({ title: t('Token revoked'), description: t('“{name}” no longer works.', { name }) });
      onDone();
    },
    meta: { failed: t('Token not revoked'), changes: ['api-credentials', 'inbox'] },
  });
}

/** What a scope allows, in words. */
const SCOPES: readonly { readonly scope: ApiScope; readonly label: string; readonly note: string }[] = [
  { scope: 'read', label: t('Read'), note: t('Your orders, trades, balances, accounts and the market') },
  {
    scope: 'trade',
    label: t('Trade'),
    note: t(
      'Place orders and pre-orders; list and buy items; deliver, cancel, confirm and dispute trades, rate them and write messages; set price alerts; get deposit addresses',
    ),
  },
  {
    scope: 'manage-accounts',
    label: t('Manage accounts'),
    note: t('Add, change and delete Roblox accounts, proxies, price rules and the low stock alert'),
  },
];

/** The name of a scope on screen. */
export const scopeLabel = (scope: ApiScope): string => SCOPES.find((one) => one.scope === scope)!.label;

const LIFETIMES = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('1 year') },
  { value: 'never', label: t('Never') },
] as const;
type Lifetime = (typeof LIFETIMES)[number]['value'];

const DAY_MS = 86_400_000;

/** When a credential with this lifetime expires, as ISO 8601; null for never. */
export const expiryOf = (lifetime: Lifetime, now = serverNow()): string | null =>
  lifetime === 'never' ? null : new Date(now + Number(lifetime) * DAY_MS).toISOString();

/** Networks as a person enters them: separated by commas, spaces or lines. */
export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

interface Draft {
  name: string;
  scopes: ApiScope[];
  networks: string;
  lifetime: Lifetime;
}

const EMPTY: Draft = { name: '', scopes: ['read'], networks: '', lifetime: '90' };

/** Creates a credential, then shows its token once. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateCredential();
  const [token, setToken] = useState<string | null>(null);
  const form = useContractForm(apiCredentials.create, {
    defaultValues: EMPTY,
    bodyOf: ({ name, scopes, networks, lifetime }) => ({
      name: name.trim(),
      scopes,
      networks: networksIn(networks),
      expiresAt: expiryOf(lifetime),
    }),
    missing: { name: t('Enter a name') },
    wrong: { scopes: t('Choose what the token may do') },
  });
  if (token !== null)
    return (
      <SecretDialog
        title={t('Copy your token')}
        description={t(
          'It will not be shown again. Keep it secret like a password. Never put it into code that others can read.',
        )}
        what={t('token')}
        secret={token}
        onClose={onClose}
      />
    );
  const send = form.submit((body) =>
    create.mutate(body, {
      onSuccess: (created) => setToken(created.token),
      onError: (error) => form.setError(refusedField(error), { message: explainWrite(error) }),
    }),
  );
  return (
    <FormDialog
      title={t('Create a token')}
      description={t(
        'A program that has the token can do what you allow here, until it expires or you revoke it.',
      )}
      submitLabel={t('Create token')}
      isDirty={form.isDirty}
      isPending={create.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

function Fields({ form }: { form: ContractForm<typeof apiCredentials.create, Draft> }) {
  return (
    <>
      <InputField {...form.field('name')} label={t('Name')} autoComplete="off" placeholder={t('Shop bot')} />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field, fieldState }) => (
          <Scopes value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <FormSelect control={form.control} name="lifetime" label={t('Expires after')} choices={LIFETIMES} />
      <InputField
        {...form.field('networks')}
        label={t('Allowed networks (optional)')}
        hint={t('Addresses or networks, separated by commas. Leave it empty to allow any network.')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="203.0.113.0/24"
      />
    </>
  );
}

const refusedField = (error: unknown): 'networks' | 'name' =>
  isRefused(error, 'invalid_network') ? 'networks' : 'name';

interface ScopesProps {
  value: readonly ApiScope[];
  onChange: (scopes: ApiScope[]) => void;
  error: string | undefined;
}

function Scopes({ value, onChange, error }: ScopesProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-2 text-sm">{t('The token may')}</legend>
      {SCOPES.map(({ scope, label, note }, index) => (
        <CheckboxField
          key={scope}
          checked={value.includes(scope)}
          onCheckedChange={(checked) =>
            onChange(checked === true ? [...value, scope] : value.filter((one) => one !== scope))
          }
          error={index === SCOPES.length - 1 ? error : undefined}
          label={
            <>
              <span className="block text-1">{label}</span>
              <span className="block text-3 text-sm">{note}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
