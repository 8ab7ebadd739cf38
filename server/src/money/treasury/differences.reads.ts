import type { Db, Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import type { Difference } from '../ledger/proof.ts';
import type { StopKind } from '../litecoin/guards.reads.ts';

/** A difference that stops payouts until an owner accepts it. */
export interface NamedDifference {
  /** What differs and in which direction. The same subject with a larger amount stops again. */
  readonly subject: string;
  readonly amount: number;
  /** For the owner who decides. */
  readonly text: string;
}

/** The differences that no owner has accepted, or that have grown since. */
export async function unaccepted<Of extends Pick<NamedDifference, 'subject' | 'amount'>>(
  db: Db | Tx,
  kind: StopKind,
  found: readonly Of[],
): Promise<Of[]> {
  if (found.length === 0) return [];
  const rows = await db
    .selectFrom('acceptedDifferences')
    .where('kind', '=', kind)
    .select(['subject', 'amount'])
    .execute();
  return found.filter((difference) => !covers(rows, difference));
}

/** Names a difference of a proof of the books. */
export function namedBookDifference(of: Difference): NamedDifference & { readonly of: Difference } {
  const { what, subject, expected, found } = of;
  return {
    of,
    subject: `${what}: ${subject}, ${found < expected ? 'too little' : 'too much'}`,
    amount: Math.abs(found - expected),
    text: toStore(WITH_VALUES.bookDifference, { what, subject, found, expected }),
  };
}

type Amount = Pick<NamedDifference, 'subject' | 'amount'>;

/** Whether one of the amounts has the subject and is at least as large. */
export function covers(amounts: readonly Amount[], { subject, amount }: Amount): boolean {
  return amounts.some((each) => each.subject === subject && each.amount >= amount);
}
