import { t } from '@sterling/contract/texts.ts';
import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { useState } from 'react';
import { useOnce } from '../../data/use-once.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { deductedOf } from './wallet.ts';

/** A button that cancels a withdrawal before it is sent, after a question. */
export function CancelWithdrawal({ transfer }: { transfer: WalletTransaction }) {
  const [isAsking, setAsking] = useState(false);
  const total = formatUsd(deductedOf(transfer));
  const cancel = useOnce(withdrawals.cancel, {
    input: (id: string) => ({ params: { id } }),
    isForGood: true,
    changes: ['wallet', 'history', 'stats', 'inbox'],
    failed: t('Not cancelled'),
    onDone: () => {
      setAsking(false);
      toast({
        title: t('Withdrawal cancelled'),
        description: t('{total} is back in your wallet.', { total }),
      });
    },
    onFailed: () => setAsking(false),
  });
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)} className="self-start">
        {t('Cancel withdrawal')}
      </Button>
      <Overlays>
        {isAsking && (
          <AlertDialog
            onClose={() => setAsking(false)}
            title={t('Cancel this withdrawal?')}
            description={t('Nothing is sent to {address}. {total} returns to your wallet, fees included.', {
              address: transfer.address,
              total,
            })}
            cancelLabel={t('Keep it')}
            confirmLabel={t('Cancel withdrawal')}
            danger
            pending={cancel.isPending}
            onConfirm={() => cancel.mutate(transfer.id)}
          />
        )}
      </Overlays>
    </>
  );
}
