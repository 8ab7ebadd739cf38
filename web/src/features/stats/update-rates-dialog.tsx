import { dollarText, type Rate } from '@sterling/contract/money.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { call } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { parseRate, RATE_CHECKS, RateField } from '../../kit/form/rate-field.tsx';
import { plainDecimal, typedDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate } from '../../kit/format/format.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { AccountChoice } from '../roblox-accounts/account-choice.tsx';
import { allAccountsQuery } from '../roblox-accounts/accounts.ts';
import { nothingDone, outcomeOf, runInParts } from '../roblox-accounts/bulk.ts';

/** Sets one new rate for any number of the seller's accounts. */
export default function UpdateRatesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(allAccountsQuery);
  const update = useUpdateRates({ onDone: onClose });
  const form = useRatesForm();
  const ids = data?.map(({ id }) => id) ?? [];
  const chosen = useWatch({ control: form.control, name: 'chosen' }) ?? ids;
  return (
    <FormDialog
      title={t('Update My Rates')}
      description={t('Orders in progress keep their rate.')}
      submitLabel={
        ids.length > 0 &&
        plural(chosen.length, 'Update {count} rate', 'Update {count} rates', { count: chosen.length })
      }
      isDirty={form.isDirty}
      isPending={update.isPending}
      onSubmit={form.submit((_, { ratePerThousand }) => {
        const rate = parseRate(ratePerThousand);
        if (rate !== null) update.mutate({ ids: chosen, rate });
      })}
      onClose={onClose}
    >
      {data && data.length > 0 ? (
        <>
          <RateField
            {...form.field('ratePerThousand')}
            autoFocus
            label={t('New rate per 1K')}
            placeholder={typedDecimal('4.00')}
          />
          <AccountChoice
            accounts={data}
            chosen={new Set(chosen)}
            onChoose={(next) => form.setValue('chosen', next, { shouldDirty: true, shouldValidate: true })}
            error={form.formState.errors.chosen?.message}
          />
        </>
      ) : data ? (
        <NoAccounts />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </FormDialog>
  );
}

const useRatesForm = () =>
  useContractForm(robloxAccounts.bulk, {
    defaultValues: { ratePerThousand: '', chosen: null as readonly string[] | null },
    bodyOf: ({ ratePerThousand }) => ({
      action: 'rate' as const,
      // only for the check: the accounts are sent in parts
      ids: ['all'],
      ratePerThousand: plainDecimal(ratePerThousand),
    }),
    ...RATE_CHECKS,
    rules: {
      ...RATE_CHECKS.rules,
      chosen: ({ chosen }) => (chosen?.length === 0 ? t('Choose at least one account') : undefined),
    },
  });

function NoAccounts() {
  return (
    <EmptyState icon={UsersRound} title={t('No accounts yet')}>
      <p>{t('Add a Roblox account to sell its Robux at your own rate.')}</p>
      <Button asChild variant="secondary" size="sm">
        <Link href={sectionPath('cookies')}>{t('Add accounts')}</Link>
      </Button>
    </EmptyState>
  );
}

interface NewRate {
  readonly ids: readonly string[];
  /** Cents per 1000. */
  readonly rate: Rate;
}

/** Sets one rate for several accounts and shows the outcome in a toast. */
function useUpdateRates({ onDone }: { onDone: () => void }) {
  return useMutation({
    mutationFn: ({ ids, rate }: NewRate) =>
      runInParts(ids, async (part) => {
        const body = { ids: part, action: 'rate' as const, ratePerThousand: dollarText(rate) };
        return call(robloxAccounts.bulk, { body }).then(
          ({ results }) => outcomeOf(results, 'rate'),
          (error: unknown) => nothingDone('rate', part.length, error),
        );
      }),
    onSuccess: ({ done, reasons: [first, ...more] }, { rate }) => {
      const updated = updatedText(done.length, rate);
      if (first === undefined) toast({ title: t('Rates updated'), description: updated });
      else if (done.length === 0)
        toast({ title: t('Update Failed'), description: first, variant: 'destructive' });
      else {
        const description = `${updated}, ${failedText(more.length + 1, first)}`;
        toast({ title: t('Partial Success'), description, variant: 'warning' });
      }
      if (done.length > 0) onDone();
    },
    meta: { changes: ACCOUNT_CHANGES },
  });
}

const updatedText = (count: number, rate: Rate): string =>
  plural(
    count,
    'The rate of {count} account is now {rate} per 1K',
    'The rate of {count} accounts is now {rate} per 1K',
    {
      count,
      rate: formatRate(rate),
    },
  );

/** `reason` is why the first of them failed. */
const failedText = (count: number, reason: string): string =>
  plural(count, '{count} failed: {reason}', '{count} failed: {reason}', { count, reason });
