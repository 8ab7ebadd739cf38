import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, post, walletBalance } from '../../money/ledger/ledger.ts';
import { record } from '../../platform/audit/audit.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { refuseParty } from '../../trade/reviews/parties.ts';
import type { Staff } from './people.ts';

export interface Correction {
  readonly userId: string;
  readonly walletType: WalletType;
  /** Positive: from the house to the wallet. Negative: from the wallet to the house. */
  readonly amount: Cents;
  readonly reason: string;
}

/**
 * Moves money between house:adjustments and a wallet, writes an audit entry, and answers the new balance. Also works for
 * banned and deleted users. Refuses with invalid_amount, user_not_found, insufficient_balance, and unauthorized for one's own wallet.
 */
export async function correct(
  tx: Tx,
  staff: Staff,
  { userId, walletType, amount, reason }: Correction,
): Promise<Cents> {
  if (amount === 0) refuse('invalid_amount');
  const person = await tx.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
  if (!person) refuse('user_not_found');
  refuseParty([userId], staff.id);
  const wallet = account[walletType](userId);
  const [from, to] = amount > 0 ? [account.adjustments, wallet] : [wallet, account.adjustments];
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx);
  const { posted: before } = await walletBalance(tx, userId, walletType);
  await post(tx, {
    key: `correction ${rows[0]!.id}`,
    kind: 'correction.made',
    postings: [{ from, to, amount: cents(Math.abs(amount)) }],
  });
  const { posted: after } = await walletBalance(tx, userId, walletType);
  await record(tx, {
    actorId: staff.id,
    action: 'wallets.corrected',
    subjectId: userId,
    before: { walletType, cents: before },
    after: { walletType, cents: after },
    reason,
    ip: staff.ip,
  });
  await notify(tx, 'wallet', userId);
  return after;
}
