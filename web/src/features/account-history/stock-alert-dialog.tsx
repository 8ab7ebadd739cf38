import { type StockAlert, stockAlerts } from '@sterling/contract/account-history.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Dialog, FormDialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.tsx';
import { stockAlertQuery } from './queries.ts';

const TITLE = 'Low stock alert';
const ABOUT =
  'We tell you once when all your accounts together have less Robux for sale: in your inbox, on Discord and by webhook.';

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
        title: saved.robux === null ? 'Alert removed' : 'Alert saved',
        description:
          saved.robux === null
            ? 'We no longer tell you about low stock'
            : `We tell you below ${formatWhole(saved.robux)} R$`,
      });
      onClose();
    },
    meta: { failed: 'Alert not saved' },
  });
  const form = useContractForm(stockAlerts.change, {
    defaultValues: { robux: alert.robux === null ? '' : String(alert.robux) },
    bodyOf: ({ robux }) => ({ robux: robux.trim() === '' ? null : robux.trim() }),
    wrong: { robux: 'Enter whole Robux, or nothing to end the alert' },
  });
  return (
    <FormDialog
      title={TITLE}
      description={ABOUT}
      submitLabel="Save alert"
      isDirty={form.isDirty}
      isPending={save.isPending}
      onSubmit={form.submit(({ robux }) => save.mutate(robux))}
      onClose={onClose}
    >
      <InputField
        {...form.field('robux')}
        label="Tell me below"
        hint={`You have ${formatWhole(alert.forSale)} R$ for sale now. Leave it blank for no alert.`}
        inputMode="numeric"
        autoComplete="off"
        after="R$"
      />
    </FormDialog>
  );
}
