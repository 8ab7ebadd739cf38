import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { CloudOff, type LucideIcon, Snowflake } from 'lucide-react';
import { formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Usd } from '../../kit/ui/money.tsx';

type Reason = NonNullable<Wallet['outage']>;

const TEXTS: Readonly<Record<Reason, Readonly<Record<WalletType, string>>>> = {
  litecoin: {
    buyer: t(
      'Deposits are delayed because of a problem with our connection to the Litecoin network. Coins that you send are safe. We credit them when the problem is solved.',
    ),
    seller: t(
      'Withdrawals are delayed because of a problem with our connection to the Litecoin network. We send them when the problem is solved.',
    ),
  },
  price: {
    buyer: t(
      'Deposits are delayed because there is no current Litecoin price. Coins that you send are safe. We credit them at the next price.',
    ),
    seller: t(
      'There is no current Litecoin price, so you cannot request a withdrawal. Please try again in a few minutes.',
    ),
  },
};

/** Tells the user what waits while the Litecoin network cannot be reached or has no price. */
export const OutageNotice = ({ outage, walletType }: { outage: Reason; walletType: WalletType }) => (
  <Notice icon={CloudOff}>{TEXTS[outage][walletType]}</Notice>
);

/** Tells the user that their wallets cannot send money, and what ends that if this wallet is the one below zero. */
export const FrozenNotice = ({ available }: Pick<Wallet, 'available'>) => (
  <Notice icon={Snowflake}>
    {[
      t(
        "Your wallets are frozen and can't send money, for example because a deposit was reversed by the Litecoin network. Sterling staff have been notified.",
      ),
      available < 0 &&
        t('The freeze ends when new money covers the missing {amount}.', {
          amount: formatUsd(cents(-available)),
        }),
    ]
      .filter(Boolean)
      .join(' ')}
  </Notice>
);

interface ShortBalanceProps {
  shortCents: Cents;
  /** The minimum deposit. */
  minimum: Cents;
}

/** Says how much more an order costs than the balance holds. */
export const ShortBalance = ({ shortCents, minimum }: ShortBalanceProps) => (
  <>
    {rich('Insufficient balance. Please deposit {usd} more.', { usd: <Usd cents={shortCents} /> })}
    {shortCents < minimum && ` ${t('Deposits start at {minimum}.', { minimum: formatTrimmedUsd(minimum) })}`}
  </>
);

function Notice({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <p role="status" className="flex items-start gap-3 rounded-xl bg-warn/12 px-4 py-4 sm:px-5 text-warn">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
