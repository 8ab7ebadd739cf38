import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { type FoundTransfer, type WalletTransaction, wallet } from '@sterling/contract/wallet.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, explain, fieldProblems, hrefOf, isRefused } from '../../data/call.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live.ts';
import { callPage } from '../../data/pages.ts';
import { typedDecimal } from '../../kit/form/typed-decimal.ts';
import { formatLtc, formatPrice, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment, formatTime } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { isEstimate } from '../../kit/ui/movement-cells.tsx';
import { filterQuery, HISTORY_PAGE_SIZE, pageQuery, type TableView } from '../../kit/ui/table-view.ts';

export const TRANSFERS = {
  deposit: { name: t('Deposit'), direction: 'in' },
  withdrawal: { name: t('Withdrawal'), direction: 'out' },
} as const;

/** What left the wallet, in cents: the amount and its fees. */
export const deductedOf = ({ amount, fee }: Pick<WalletTransaction, 'amount' | 'fee'>): Cents =>
  cents(amount + fee);

const isUnsigned = ({ type, status, txid }: WalletTransaction): boolean =>
  type === 'withdrawal' && status === 'pending' && txid === null;

/** A withdrawal is usually signed within this time. After it, nobody knows when the signer runs again. */
const MOMENT_MS = 120_000;

/** Why a transfer is still pending or has failed, with its time in the time zone of the reader; else null. */
export const reasonOf = ({
  reason,
  sendAfter,
}: Pick<WalletTransaction, 'reason' | 'sendAfter'>): string | null =>
  sendAfter ? sendAfterText(sendAfter) : reason;

/** Why a transfer takes longer than usual, or why it ended without a payment; else null. `now` is in milliseconds. */
export function delayOf(transfer: WalletTransaction, now: number): string | null {
  const reason = reasonOf(transfer);
  if (reason) return reason;
  return isUnsigned(transfer) && now - transfer.createdAt.getTime() >= MOMENT_MS
    ? t('This withdrawal is approved and waits for its signature. It is then sent automatically.')
    : null;
}

/** Why a withdrawal to a new address waits, in the time zone of the reader. */
export const sendAfterText = (sendAfter: Date): string =>
  t('First withdrawal to a new address. It will be sent after {time}.', { time: formatTime(sendAfter) });

/** Whether a transfer is a withdrawal that waits for something before it is signed, so its user can still cancel it. */
export const isCancellable = (transfer: WalletTransaction, now: number): boolean =>
  isUnsigned(transfer) && delayOf(transfer, now) !== null;

/** Whether fees belong to a transfer: a withdrawal that was paid, or may still be. */
export const hasFees = ({ type, status }: Pick<WalletTransaction, 'type' | 'status'>): boolean =>
  type === 'withdrawal' && (status === 'pending' || status === 'completed');

/** What has happened to a transfer, and what comes next. `now` is in milliseconds. */
export function outlookOf(transfer: WalletTransaction, now: number, isForStaff = false): string {
  const { type, status, confirmations, requiredConfirmations } = transfer;
  const delay = delayOf(transfer, now);
  if (delay) return delay;
  if (status === 'cancelled')
    return isForStaff ? t('The user cancelled this withdrawal.') : t('You cancelled this withdrawal.');
  if (status === 'completed') {
    return type === 'deposit' ? t('This deposit is final and was credited.') : t('This withdrawal is final.');
  }
  if (status !== 'pending') return t('No money has moved.');
  if (isUnsigned(transfer)) return t('This withdrawal will be sent in a moment.');
  const left = Math.max(0, requiredConfirmations - confirmations);
  return plural(
    left,
    'Final after {count} more confirmation, about {minutes} minutes.',
    'Final after {count} more confirmations, about {minutes} minutes.',
    { count: left, minutes: minutesOf(left) },
  );
}

/** Litecoin finds a block every 2.5 minutes on average. */
const MINUTES_PER_BLOCK = 2.5;
/** About how many minutes `confirmations` take: `7.5`. */
export const minutesOf = (confirmations: number): string =>
  typedDecimal(String(confirmations * MINUTES_PER_BLOCK));

/** The lines of a receipt. */
export function receiptOf(transfer: WalletTransaction): [name: string, value: string | null][] {
  return [
    [t('Date'), formatMoment(transfer.createdAt)],
    [t('Status'), labelOf(transfer.status)],
    [t('Amount'), hasNoPrice(transfer) ? null : formatUsd(transfer.amount)],
    [t('Fees'), hasFees(transfer) ? formatUsd(transfer.fee) : null],
    [t('Total deducted'), hasFees(transfer) ? formatUsd(deductedOf(transfer)) : null],
    ['Litecoin', formatLtc(transfer.ltcAmount)],
    [
      t('Price'),
      transfer.price === null ? null : t('{price} per LTC', { price: formatPrice(transfer.price) }),
    ],
    [t('Address'), transfer.address],
    [t('Transaction ID'), transfer.txid],
    [t('Block'), transfer.blockHeight === null ? null : formatWhole(transfer.blockHeight)],
    [t('Reference'), transfer.id],
  ];
}

type Payment = Pick<WalletTransaction, 'status' | 'confirmations' | 'requiredConfirmations' | 'reason'>;

/**
 * Whether the next block or the server will change the payment soon. False for a deposit that waits below the
 * minimum.
 */
export const isInProgress = (payment: Payment): boolean =>
  payment.status === 'pending' &&
  (payment.reason === null || payment.confirmations < payment.requiredConfirmations);

/** `1/2 confirmations`. Never counts above the required number. */
export const confirmationsText = (payment: Payment): string =>
  t('{confirmations}/{requiredConfirmations} confirmations', {
    confirmations: Math.min(payment.confirmations, payment.requiredConfirmations),
    requiredConfirmations: payment.requiredConfirmations,
  });

/** Pending payments, and payments that completed since the page opened, so that users see the result. */
export function findPending<Row extends Payment & { readonly id: string }>(
  rows: readonly Row[],
  doneBefore: ReadonlySet<string>,
): Row[] {
  return rows.filter((row) => row.status === 'pending' || !doneBefore.has(row.id));
}

/** A fingerprint of all payments. When it changes, the balance and the list of transfers are stale. */
export const fingerprintOf = (rows: readonly (Payment & { readonly id: string })[]): string =>
  rows.map((row) => `${row.id} ${row.status} ${confirmationsText(row)}`).join('\n');

const TRANSACTIONS_TIMEOUT_MS = 10_000;
const PRICE_TIMEOUT_MS = 5000;
const PRICE_EVERY_MS = 30_000;
/** Polling interval without pending transactions. A deposit may arrive at any time. */
const NEWEST_EVERY_MS: Record<WalletType, number> = { buyer: 3000, seller: 30_000 };
/** Polling interval of a transfer in progress. */
const FOLLOW_EVERY_MS = 2000;
const NEWEST = 50;

/** The newest deposits or withdrawals. Polled faster while one of them is in progress. */
export const newestQuery = (walletType: WalletType) =>
  queryOptions({
    queryKey: ['wallet', walletType, 'newest'],
    queryFn: ({ signal }) =>
      call(
        wallet.transactions,
        { query: { walletType, pageSize: NEWEST } },
        { signal, timeoutMs: TRANSACTIONS_TIMEOUT_MS },
      ),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(isInProgress)
        ? everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS)
        : everyMs(NEWEST_EVERY_MS[walletType]),
  });

/** The address of a wallet's deposits or withdrawals as a CSV file. */
export const transfersCsv = (walletType: WalletType, view: TableView): string =>
  hrefOf(wallet.transactionsCsv, { query: { ...filterQuery(wallet.transactionsCsv, view), walletType } });

/** One page of a wallet's deposits or withdrawals. The previous page stays while the next one loads. */
export const transfersQuery = (walletType: WalletType, view: TableView) => {
  const query = { ...pageQuery(wallet.transactions, view, HISTORY_PAGE_SIZE), walletType };
  return queryOptions({
    queryKey: ['wallet', walletType, 'transfers', query],
    queryFn: ({ signal }) =>
      callPage(wallet.transactions, { query }, { signal, timeoutMs: TRANSACTIONS_TIMEOUT_MS }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** One deposit or withdrawal: an own one or, for staff, that of any user. Polled until it is final. */
export const transferQuery = (id: string, isForStaff: boolean) =>
  queryOptions({
    queryKey: ['wallet', isForStaff ? 'found' : 'transfer', id],
    queryFn: ({ signal }): Promise<WalletTransaction | FoundTransfer> =>
      isForStaff
        ? call(wallet.readTransfer, { params: { id } }, { signal })
        : call(wallet.transaction, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS),
  });

/** What the server says about an address: its canonical form, why it is refused, or the canonical form that the user has to confirm. */
type CheckedAddress = { address: string } | { refused: string } | { addressToConfirm: string };

/**
 * Asks the server whether a withdrawal can be sent to an address. Returns its canonical form, or why not. Every
 * other failure is thrown.
 */
export const addressQuery = (entered: string) =>
  queryOptions({
    queryKey: ['wallet', 'address', entered],
    // a press waits for it, and without a connection it must fail
    networkMode: 'always',
    queryFn: async ({ signal }): Promise<CheckedAddress> => {
      try {
        const reply = await call(withdrawals.checkAddress, { body: { ltcAddress: entered } }, { signal });
        return { address: reply.ltcAddress };
      } catch (error) {
        const addressToConfirm = canonicalFormIn(error);
        if (addressToConfirm) return { addressToConfirm };
        if (isRefused(error, 'invalid_ltc_address')) return { refused: explain(error) };
        throw error;
      }
    },
  });

/** Cents per LTC, refetched every 30 s. */
export const ltcPriceQuery = queryOptions({
  queryKey: ['ltc-price'],
  queryFn: async ({ signal }) =>
    (await call(wallet.ltcPrice, undefined, { signal, timeoutMs: PRICE_TIMEOUT_MS })).price,
  refetchInterval: PRICE_EVERY_MS,
});

/** The canonical form of an address that was refused as ambiguous. Null after any other failure. */
export function canonicalFormIn(error: unknown): string | null {
  return isRefused(error, 'address_ambiguous') ? (fieldProblems(error).canonical ?? null) : null;
}

/** Whether a pending deposit has no dollars to show: there is no current price, or it is worth less than a cent. */
export const hasNoPrice = (transfer: Pick<WalletTransaction, 'type' | 'status' | 'amount'>): boolean =>
  isEstimate(transfer) && transfer.amount === 0;
