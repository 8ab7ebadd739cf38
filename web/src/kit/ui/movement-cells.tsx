import type { Cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { rich } from '../format/rich.tsx';
import { Change, type ChangeProps, MOVED_NOTHING, Usd } from './money.tsx';
import { useIsPhone } from './use-browser.ts';

/** Whether the dollars are only known when the movement completes, as those of a deposit. */
export const isEstimate = ({ type, status }: { readonly type: string; readonly status: string }): boolean =>
  type === 'deposit' && status === 'pending';

/** A movement, and below it the fee that left on top of it. A dash stands for an estimate of 0: there is no price, or less than a cent. */
export function ChangeAndFee({ fee, ...change }: ChangeProps & { fee: Cents }) {
  if (change.isEstimate && change.cents === 0) return <span className="block text-right text-3">–</span>;
  return (
    <span className="block text-right">
      <Change {...change} className="font-medium" />
      {fee > 0 && !MOVED_NOTHING.has(change.status) && (
        <span className="block whitespace-nowrap text-3 text-xs">
          {rich('−{usd} fee', { usd: <Usd cents={fee} /> })}
        </span>
      )}
    </span>
  );
}

/** What a list with `BalanceAfter` says about it. */
export const HOW_BALANCES_COUNT = t(
  'The balance after an entry includes money on hold. An entry counts when it completes.',
);

/** The balance after a movement, in a table cell. Null: it was not booked. Phone cards have no column header, so it names itself. */
export function BalanceAfter({ cents }: { cents: Cents | null }) {
  const isPhone = useIsPhone();
  if (cents === null) return isPhone ? null : <span className="text-3">–</span>;
  const balance = <Usd cents={cents} className="sm:text-2" />;
  return isPhone ? rich('Balance after {balance}', { balance }) : balance;
}
