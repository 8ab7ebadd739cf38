import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/** Refuses with unauthorized if the staff member is a party: nobody decides their own case, owners included. */
export function refuseParty(parties: readonly (string | null)[], staffId: string): void {
  if (parties.includes(staffId))
    refuse('unauthorized', {
      hint: phrase('You have a part in this. Another member of the staff has to decide.'),
    });
}

/** The users who win or lose by the decision of a review. `userId` is the person that the review itself names. */
export async function partiesOf(
  tx: Tx,
  { kind, subjectId, userId }: { kind: ReviewKind; subjectId: string; userId: string | null },
): Promise<(string | null)[]> {
  const parties = PARTIES[kind];
  if (!parties) return [userId];
  const { rows } = await parties(subjectId).execute(tx);
  return [userId, ...rows.map((row) => row.id)];
}

/** Whether an account was deleted, so that nobody can use its wallets. If not, a deletion waits for the end of the transaction. */
export async function isDeleted(tx: Tx, userId: string): Promise<boolean> {
  const { deletedAt } = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('deletedAt')
    .forKeyShare()
    .executeTakeFirstOrThrow();
  return deletedAt !== null;
}

type Parties = (subjectId: string) => ReturnType<typeof sql<{ id: string | null }>>;

/** Parties by kind. Null: nobody but the person that the review names, because its decision concerns the house's own coins or books. */
const PARTIES: Readonly<Record<ReviewKind, Parties | null>> = {
  withdrawal: (id) => sql`select user_id as id from withdrawals where id = ${id}`,
  // the depositor, and the sellers whose earnings wait for this deposit
  reversal: (id) => sql`
    select user_id as id from deposits where id = ${id}
    union select a.user_id from settlement_spends s join ledger_accounts a on a.id = s.to_account where s.deposit_id = ${id} and s.waits`,
  // the owner who requested it
  correction: (id) => sql`select requested_by as id from corrections where id = ${id}`,
  dispute: (id) => sql`
    select unnest(array[buyer_id, seller_id]) as id from transactions where id = ${id}`,
  // the buyer, the seller, and the sellers who tried before
  manual_order: (id) => sql`
    select unnest(array[buyer_id, seller_id]) as id from orders where id = ${id}
    union select a.user_id from purchase_attempts p join roblox_accounts a on a.id = p.account_id where p.order_id = ${id}`,
  report: (id) => sql`
    select a.user_id as id from reports r join roblox_accounts a on a.id = r.account_id where r.id = ${id}`,
  house_payment: null,
  off_platform: (sellerId) => sql`select ${sellerId}::uuid as id`,
  foreign_spend: null,
  book_difference: null,
  coin_difference: null,
  low_reserves: null,
  ownerless_deposit: null,
  restore: null,
  // the seller who bought too late, the buyer, and the seller who was paid
  late_purchase: (id) => sql`
    select unnest(array[l.seller_id, o.buyer_id, o.seller_id]) as id from late_purchases l join orders o on o.id = l.order_id where l.id = ${id}`,
};
