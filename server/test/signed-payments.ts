import { cents } from '@sterling/contract/money.ts';
import { walletBalance } from '../src/money/ledger/ledger.ts';
import { decideHousePayment } from '../src/money/treasury/treasury.ts';
import { decideWithdrawal } from '../src/money/withdrawals/deciding.ts';
import { requestWithdrawal } from '../src/money/withdrawals/withdrawals.ts';
import type { LitecoinNode } from '../src/outside/litecoin-node.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { closeDecided } from '../src/trade/reviews/reviews.ts';
import { freshAddress, openPayerWorld, type PayerWorld } from './payer.ts';
import { payRound, treasuryRound } from './rounds.ts';
import { credit, makePerson } from './wallets.ts';

interface Subject {
  readonly id: string;
}

/** A payer's world with a seller who holds $100, and an owner who decides about signed payments. */
export interface SignedPayments {
  readonly world: PayerWorld;
  /** The seller requests $25. */
  ask(): Promise<{ id: string; address: string }>;
  /** One round of the worker and the signer. */
  look(node?: LitecoinNode): Promise<void>;
  /** The row of a withdrawal. */
  stateOf(withdrawal: Subject): ReturnType<typeof withdrawalRow>;
  /** Our transactions of a kind, oldest first. */
  own(kind: string): ReturnType<typeof ownTransactions>;
  /** The owner decides the open review of a withdrawal or of an internal transfer. */
  decide(subject: Subject, decision: 'approve' | 'reject'): Promise<void>;
  openReviews(): Promise<number>;
  balance(): ReturnType<typeof walletBalance>;
}

export async function openSignedPayments(coins: number): Promise<SignedPayments> {
  const world = await openPayerWorld({ coins });
  const { db } = world;
  const decidedBy = await makePerson(db, 'otto');
  const id = await makePerson(db, 'sela');
  await credit(db, id, 10_000, { wallet: 'seller' });
  return {
    world,
    ask: () => {
      const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
      return inTransaction(db, (tx) => requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest'));
    },
    look: async (node = world.node) => {
      await payRound({ ...world, node });
      await treasuryRound({ ...world, node });
    },
    stateOf: (withdrawal) => withdrawalRow(world, withdrawal),
    own: (kind) => ownTransactions(world, kind),
    decide: (subject, decision) =>
      inTransaction(db, async (tx) => {
        const review = await tx
          .selectFrom('reviews')
          .where('subjectId', '=', subject.id)
          .where('state', '=', 'open')
          .select(['id', 'kind'])
          .executeTakeFirstOrThrow();
        const decided = { decision, reason: 'looked at', decidedBy };
        await closeDecided(tx, review.id, decided);
        if (review.kind === 'withdrawal') await decideWithdrawal(tx, subject.id, decided);
        else await decideHousePayment(tx, subject.id, decision);
      }),
    openReviews: async () =>
      (await db.selectFrom('reviews').where('state', '=', 'open').select('id').execute()).length,
    balance: () => walletBalance(db, id, 'seller'),
  };
}

const withdrawalRow = ({ db }: PayerWorld, { id }: Subject) =>
  db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

const ownTransactions = ({ db }: PayerWorld, kind: string) =>
  db.selectFrom('ownTransactions').where('kind', '=', kind).orderBy('signedAt').selectAll().execute();
