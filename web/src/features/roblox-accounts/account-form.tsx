import type { Given } from '@sterling/contract/endpoint.ts';
import { CONFIRM_OWNERSHIP } from '@sterling/contract/errors.ts';
import { DEFAULT_RATE } from '@sterling/contract/money.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, call, explain, isRefused } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { FormCheckbox, FormSelect } from '../../kit/form/controlled-fields.tsx';
import { RATE_CHECKS, RateField } from '../../kit/form/rate-field.tsx';
import { plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { type ContractForm, useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { Warning } from '../../kit/ui/warning.tsx';
import { NO_PROXY, useProxyChoices } from '../proxies/proxies.tsx';
import { troubleOf, useShowAccount } from './accounts.ts';
import { CookieField, CookieGuide } from './cookie-field.tsx';

/** The accounts section offers a choice of proxies. The Cookie Manager only asks whether to use one. */
type ProxyChoice = 'choose' | 'use';

const EMPTY_DRAFT = {
  cookie: '',
  ratePerThousand: typedDollars(DEFAULT_RATE),
  proxyId: NO_PROXY,
  useProxy: false,
  ownershipConfirmed: false,
};
export type AccountDraft = typeof EMPTY_DRAFT;

/** The form of a new Roblox account. The seller must confirm that they own the account. */
export function useAccountForm(proxy: ProxyChoice, onAdded: () => void) {
  const form = useContractForm(robloxAccounts.add, {
    defaultValues: EMPTY_DRAFT,
    bodyOf: ({ cookie, ratePerThousand, proxyId, useProxy, ownershipConfirmed }) => ({
      cookie,
      ratePerThousand: plainDecimal(ratePerThousand),
      ownershipConfirmed,
      ...(proxy === 'use' ? { useProxy } : { proxyId: proxyId === NO_PROXY ? null : proxyId }),
    }),
    missing: {
      cookie: t("Enter the account's cookie"),
      ownershipConfirmed: CONFIRM_OWNERSHIP,
    },
    ...RATE_CHECKS,
  });
  const add = useAddAccount({
    proxy,
    onAdded: () => {
      form.reset();
      onAdded();
    },
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  return {
    form,
    isPending: add.isPending,
    onSubmit: form.submit(
      (body) => add.mutate(body),
      () => sayWhatIsMissing(form.getValues()),
    ),
  };
}

interface AccountFieldsProps {
  form: ContractForm<typeof robloxAccounts.add, AccountDraft>;
  proxy: ProxyChoice;
}

/** The fields of a Roblox account: cookie, rate, proxy and confirmation that it is the seller's own. */
export function AccountFields({ form, proxy }: AccountFieldsProps) {
  return (
    <>
      <CookieField
        {...form.field('cookie')}
        label={t('Roblox cookie')}
        hint={t('It is encrypted and never shown again.')}
      />
      <CookieGuide use="selling" />
      <RateField {...form.field('ratePerThousand')} label={t('Rate per 1K Robux')} />
      {proxy === 'choose' ? (
        <ProxyField control={form.control} name="proxyId" />
      ) : (
        <FormCheckbox control={form.control} name="useProxy" label={t('Use proxy')} />
      )}
      <TermsWarning />
      <FormCheckbox
        control={form.control}
        name="ownershipConfirmed"
        label={t('This account is my own, and I am 18 or older.')}
      />
    </>
  );
}

type ProxyFieldProps<Draft extends FieldValues> = Omit<
  ComponentProps<typeof FormSelect<Draft, string>>,
  'label' | 'choices'
>;

/** The proxy of an account. */
export function ProxyField<Draft extends FieldValues>(props: ProxyFieldProps<Draft>) {
  return <FormSelect {...props} label={t('Proxy')} choices={useProxyChoices()} />;
}

function sayWhatIsMissing({ cookie, ratePerThousand }: AccountDraft): void {
  if (cookie.trim() && ratePerThousand.trim()) return;
  toast({ title: t('Error'), description: t('Please fill in all fields'), variant: 'destructive' });
}

/** Says that Roblox forbids the trade. */
export function TermsWarning() {
  return (
    <Warning small>
      {t("Roblox's terms prohibit selling Robux. Roblox may suspend accounts that take part.")}
    </Warning>
  );
}

type NewAccount = Given<typeof robloxAccounts.add, 'body'>;

interface Outcomes {
  readonly proxy: ProxyChoice;
  readonly onAdded: () => void;
  readonly onFieldError: (field: keyof NewAccount, message: string) => void;
}

/** Adds the account and puts it up for sale. The server tests the cookie first. */
function useAddAccount({ proxy, onAdded, onFieldError }: Outcomes) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (body: NewAccount) => call(robloxAccounts.add, { body }),
    onSuccess: (account) => {
      showAccount(account);
      const trouble = troubleOf(account);
      const onSale = t('{username} is for sale at {ratePerThousand} per 1K', {
        username: account.username,
        ratePerThousand: formatRate(account.ratePerThousand),
      });
      toast({
        title: t('Account Added'),
        description: trouble ?? onSale,
        ...(trouble && { variant: 'warning' }),
      });
      onAdded();
    },
    onError: (error) => {
      const field = refusedField(error, proxy);
      if (field) onFieldError(field, explain(error));
    },
    meta: { changes: ACCOUNT_CHANGES, failed: titleOf },
  });
}

const FIELD_OF: Readonly<Record<string, keyof NewAccount>> = {
  invalid_cookie: 'cookie',
  two_factor_required: 'cookie',
  account_exists: 'cookie',
  invalid_amount: 'ratePerThousand',
  ownership_not_confirmed: 'ownershipConfirmed',
};

function refusedField(error: unknown, proxy: ProxyChoice): keyof NewAccount | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'invalid_proxy') return proxy === 'use' ? 'useProxy' : 'proxyId';
  return FIELD_OF[error.code];
}

/** The title mentions the cookie only where a new cookie can help. */
const titleOf = (error: unknown): string =>
  isRefused(error, 'invalid_cookie', 'two_factor_required')
    ? t("Couldn't add the account. Please check the cookie")
    : t("Couldn't add the account");
