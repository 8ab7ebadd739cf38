import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, type Litoshi, minimumTransfer } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { account, isFrozen, walletBalance } from '../ledger/ledger.ts';
import { findDepositAddress } from '../litecoin/addresses.ts';
import { chainHealth } from '../litecoin/guards.reads.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { withdrawableCents } from '../withdrawals/withdrawals.reads.ts';

/** Reads one of a user's two wallets. */
export async function readWallet(
  db: Db,
  person: { readonly id: string; readonly isOwner: boolean },
  walletType: WalletType,
): Promise<Wallet> {
  const [balance, withdrawable, ltcAddress, totals, frozen] = await Promise.all([
    walletBalance(db, person.id, walletType),
    withdrawableCents(db, person.id, walletType),
    findDepositAddress(db, person.id),
    readFigure(db, `${walletType} wallet ${person.id}`, async () => {
      const value = await TOTALS_OF[walletType](db, person.id);
      return { value, rows: value.count };
    }),
    isFrozen(db, person.id),
  ]);
  const minimum = minimumTransfer(person.isOwner);
  return {
    id: account[walletType](person.id),
    userId: person.id,
    walletType,
    balance: balance.available,
    available: balance.available,
    withdrawable,
    held: balance.held,
    ltcAddress,
    totalDeposits: totals.depositCents,
    totalWithdrawals: totals.withdrawalCents,
    transactionCount: totals.count,
    belowMinimum: totals.belowMinimum,
    minimumDeposit: minimum,
    minimumWithdrawal: minimum,
    frozen,
  };
}

/**
 * Why deposits are not credited and withdrawals not sent: the node is silent or cannot be trusted, or there is no current price.
 * Users do not learn the details.
 */
export async function walletOutage(db: Db): Promise<Wallet['outage']> {
  const { troubles, lookedAt, isSilent } = await chainHealth(db);
  // before the worker's first look, nothing has failed yet
  if ((lookedAt && isSilent) || troubles.length > 0) return 'litecoin';
  return (await freshPrice(db)) ? undefined : 'price';
}

interface Totals {
  readonly depositCents: Cents;
  readonly withdrawalCents: Cents;
  /** Of deposits that wait, because they are together below the minimum. */
  readonly belowMinimum: Litoshi;
  readonly count: number;
}

async function depositTotals(db: Db, userId: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(cents) filter (where status = 'credited'), 0)::bigint as deposit_cents, 0 as withdrawal_cents,
      coalesce(sum(litoshi) filter (where status = 'small'), 0)::bigint as below_minimum, count(*)
    from deposits where user_id = ${userId}`.execute(db);
  return rows[0]!;
}

async function withdrawalTotals(db: Db, userId: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select 0 as deposit_cents, coalesce(sum(amount_cents) filter (where state <> 'failed'), 0)::bigint as withdrawal_cents,
      0 as below_minimum, count(*)
    from withdrawals where user_id = ${userId}`.execute(db);
  return rows[0]!;
}

const TOTALS_OF = { buyer: depositTotals, seller: withdrawalTotals } as const;
