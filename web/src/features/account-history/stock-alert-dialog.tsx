import { type StockAlert, stockAlerts } from '@sterling/contract/account-history.ts';
import { MIN_ORDER_ROBUX } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { plainDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatWhole, robuxSign } from '../../kit/format/format.ts';
import { Dialog, FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';

const TITLE = t('Low stock alert');
const ABOUT = t(
  'We tell you once when all your accounts together have fewer Robux for sale than this number: in your inbox, on Discord and by webhook.',
);

/** A form takes its value from the first answer, so no old one is kept for the next form. */
const stockAlertQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'stock-alert'],
  queryFn: ({ signal }) => call(stockAlerts.read, undefined, { signal }),
  gcTime: 0,
});

/** Asks below how many Robux the seller wants to be told. */
export default function StockAlertDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(stockAlertQuery);
  if (data) return <AlertForm alert={data} onClose={onClose} />;
  return (
    <Dialog title={TITLE} description={ABOUT} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className="h-24 w-full" />}
    </Dialog>
  );
}

function AlertForm({ alert, onClose }: { alert: StockAlert; onClose: () => void }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (robux: string | number | null) => call(stockAlerts.change, { body: { robux } }),
    onSuccess: (saved) => {
      client.setQueryData(stockAlertQuery.queryKey, saved);
      toast({
        title: saved.robux === null ? t('Alert removed') : t('Alert saved'),
        description: whatFollows(saved),
      });
      onClose();
    },
    meta: { failed: t('Alert not saved') },
  });
  const form = useContractForm(stockAlerts.change, {
    defaultValues: { robux: alert.robux === null ? '' : String(alert.robux) },
    bodyOf: ({ robux }) => ({ robux: robux.trim() === '' ? null : plainDecimal(robux) }),
    wrong: { robux: t('Enter whole Robux, or nothing to end the alert') },
  });
  return (
    <FormDialog
      title={TITLE}
      description={ABOUT}
      submitLabel={t('Save alert')}
      isDirty={form.isDirty}
      isPending={save.isPending}
      onSubmit={form.submit(({ robux }) => save.mutate(robux))}
      onClose={onClose}
    >
      <InputField
        {...form.field('robux')}
        label={t('Alert me below')}
        hint={forSaleNow(alert)}
        inputMode="numeric"
        autoComplete="off"
        after={robuxSign()}
      />
      {alert.isLow && !form.isDirty && <p className="text-2">{LOW_ALREADY}</p>}
    </FormDialog>
  );
}

const LOW_ALREADY = t('Your stock is below this already. We tell you the next time it falls below.');

function whatFollows({ robux, isLow }: StockAlert): string {
  if (robux === null) return t('We no longer tell you about low stock');
  return isLow ? LOW_ALREADY : t('We tell you below {robux} R$', { robux: formatWhole(robux) });
}

/** Without stock, the reason is not obvious: the accounts may be for sale. */
const forSaleNow = ({ forSale }: StockAlert): string =>
  forSale === 0
    ? t(
        'You have 0 R$ for sale now. Only accounts that are for sale and have at least {minimum} R$ count, because orders start there. Leave it blank for no alert.',
        { minimum: formatWhole(MIN_ORDER_ROBUX) },
      )
    : t('You have {forSale} R$ for sale now. Leave it blank for no alert.', {
        forSale: formatWhole(forSale),
      });
