import { t } from '@sterling/contract/texts.ts';
import type { FoundTransfer, WalletTransaction } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { displayName, formatPrice, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { Change, Ltc, Usd } from '../../kit/ui/money.tsx';
import { isEstimate } from '../../kit/ui/movement-cells.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SheetSummary, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useNow } from '../../kit/ui/use-browser.ts';
import { platformStatusQuery } from '../platform/queries.ts';
import { CancelWithdrawal, Confirmations } from './pending-list.tsx';
import {
  deductedOf,
  hasFees,
  hasNoPrice,
  isCancellable,
  outlookOf,
  receiptOf,
  TRANSFERS,
  transferQuery,
} from './wallet.ts';

interface TransferSheetProps {
  transferId: string;
  /** Staff reads a transfer of any user. */
  isForStaff: boolean;
  onClose: () => void;
}

/** One deposit or withdrawal in a side sheet, with live updates until it is final. */
export default function TransferSheet({ transferId, isForStaff, onClose }: TransferSheetProps) {
  const query = useQuery(transferQuery(transferId, isForStaff));
  return (
    <SideSheet
      onClose={onClose}
      title={t('Transaction')}
      description={t('Amounts, confirmations and receipt')}
    >
      <Loaded query={query} waiting={<SkeletonRows rows={4} />}>
        {(transfer) => <TransferDetails transfer={transfer} isForStaff={isForStaff} />}
      </Loaded>
    </SideSheet>
  );
}

const FIGURE = 'font-semibold text-2xl tracking-tight';

interface TransferDetailsProps {
  transfer: WalletTransaction | FoundTransfer;
  isForStaff: boolean;
}

function TransferDetails({ transfer, isForStaff }: TransferDetailsProps) {
  const { type, status } = transfer;
  const now = useNow();
  return (
    <>
      <SheetSummary
        about={rich('{name} of {ltc}', {
          name: TRANSFERS[type].name,
          ltc: <Ltc litoshi={transfer.ltcAmount} />,
        })}
        at={transfer.createdAt}
        badge={<StatusBadge status={status} />}
      >
        {hasNoPrice(transfer) ? (
          <Ltc litoshi={transfer.ltcAmount} className={FIGURE} />
        ) : (
          <Change
            direction={TRANSFERS[type].direction}
            cents={transfer.amount}
            status={status}
            isEstimate={isEstimate(transfer)}
            className={FIGURE}
          />
        )}
      </SheetSummary>
      {status === 'pending' && <Confirmations row={transfer} />}
      <p aria-live="polite" className="text-2">
        {outlookOf(transfer, now, isForStaff)}
      </p>
      {!isForStaff && isCancellable(transfer, now) && <CancelWithdrawal transfer={transfer} />}
      <dl className="flex flex-col divide-y divide-line border-line border-y">
        {'username' in transfer && <Detail name={t('User')}>{displayName(transfer.username)}</Detail>}
        <Amounts transfer={transfer} />
        <OnChain transfer={transfer} />
      </dl>
      <Receipt title={TRANSFERS[type].name} rows={receiptOf(transfer)} />
    </>
  );
}

function Amounts({ transfer }: { transfer: WalletTransaction }) {
  return (
    <>
      {transfer.fee > 0 && hasFees(transfer) && (
        <>
          <Detail name={t('Fees')}>
            <Usd cents={transfer.fee} />
          </Detail>
          <Detail name={t('Total deducted')}>{formatUsd(deductedOf(transfer))}</Detail>
        </>
      )}
      {transfer.price !== null && (
        <Detail name={t('Price')}>{t('{price} per LTC', { price: formatPrice(transfer.price) })}</Detail>
      )}
      {transfer.balanceAfter !== null && (
        <Detail name={t('Balance after')}>
          <Usd cents={transfer.balanceAfter} className="font-medium" />
        </Detail>
      )}
    </>
  );
}

function OnChain({ transfer }: { transfer: WalletTransaction }) {
  return (
    <>
      <Detail name={t('Address')}>
        <span className="text-balance break-all text-right font-mono text-xs">{transfer.address}</span>
        <CopyButton text={transfer.address} what={t('address')} />
      </Detail>
      <Detail name={t('Transaction ID')}>
        {transfer.txid ? <TransactionId txid={transfer.txid} /> : unsentText(transfer)}
      </Detail>
      {transfer.blockHeight !== null && (
        <Detail name={t('Block')}>{formatWhole(transfer.blockHeight)}</Detail>
      )}
      {transfer.txid && <Detail name={t('Confirmations')}>{formatWhole(transfer.confirmations)}</Detail>}
    </>
  );
}

const unsentText = ({ status }: WalletTransaction): string =>
  status === 'pending' ? t('Not sent yet') : t('Never sent');

/** The id of a Litecoin transaction, with a link to the explorer that the owner chose, if there is one. */
function TransactionId({ txid }: { txid: string }) {
  const { data: status } = useQuery(platformStatusQuery);
  const explorer = status?.litecoinExplorerUrl;
  const id = <span className="truncate font-mono text-xs">{txid}</span>;
  return (
    <>
      {explorer ? (
        <a
          href={explorer.replace('{txid}', encodeURIComponent(txid))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Transaction {txid} in the explorer', { txid })}
          className="flex min-h-6 min-w-0 items-center gap-1.5 rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {id}
          <ExternalLink aria-hidden className="size-4 shrink-0" />
        </a>
      ) : (
        id
      )}
      <CopyButton text={txid} what={t('transaction ID')} />
    </>
  );
}
