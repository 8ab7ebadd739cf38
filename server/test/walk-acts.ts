import { litoshi } from '@sterling/contract/money.ts';
import { releaseEarnings } from '../src/money/ledger/settlement.ts';
import { CAPITAL_PATH } from '../src/money/litecoin/keys.ts';
import { decideOwnerless } from '../src/money/litecoin/ownerless.ts';
import { setPriceByHand } from '../src/money/prices/prices.ts';
import { decideRestore } from '../src/money/restores/restores.ts';
import { decideStop } from '../src/money/treasury/stops.ts';
import { requestSweep } from '../src/money/treasury/sweeps.ts';
import { decideHousePayment } from '../src/money/treasury/treasury.ts';
import { decideWithdrawal } from '../src/money/withdrawals/deciding.ts';
import { buildPayment } from '../src/money/withdrawals/payment.ts';
import { notify, type Tx } from '../src/platform/db/pool.ts';
import { Outage } from '../src/platform/outage.ts';
import { closeDecided } from '../src/trade/reviews/reviews.ts';
import { actWithin } from './acting.ts';
import { withWrongClock } from './process-clock.ts';
import { PEOPLE } from './walk-people.ts';
import { sendOursAgain } from './walk-rest.ts';
import type { Kind, Step, Taken } from './walk-steps.ts';
import { type Walk, WELL } from './walk-world.ts';

/** Performs a step. Refusals, and errors of a node that stops answering, are part of the walk. */
export async function act(walk: Walk, taken: Step): Promise<void> {
  const perform = () => (ACTS[taken.do] as (walk: Walk, taken: Step) => Promise<unknown>)(walk, taken);
  // the built-in node runs in this process, and its blocks keep the right time
  await withWrongClock(BY_THE_NODE.includes(taken.do) ? 0 : walk.clockErrorMs, perform);
}

const BY_THE_NODE: readonly Kind[] = [
  'deposit',
  'pegOut',
  'capital',
  'mine',
  'reorganise',
  'coinbase',
  'allAtOnce',
];

const ACTS: { [Of in Kind]: (walk: Walk, taken: Taken<Of>) => Promise<unknown> } = {
  async deposit(walk, { buyer, tenths: amounts, again }) {
    const { world, buyers } = walk;
    const person = buyers[buyer]!;
    const outputs = [];
    for (const each of amounts) {
      const address = again ? person.address : await world.anotherAddress(person);
      outputs.push({ address, ltc: ltcOf(each) });
    }
    await world.chain.pay(...outputs);
  },
  async pegOut(walk, { buyer, tenths: amount }) {
    const payment = { address: walk.buyers[buyer]!.address, ltc: ltcOf(amount) };
    const { chain } = walk.world;
    await (chain.pegOut?.(payment) ?? chain.pay(payment));
  },
  capital: async ({ world }, { tenths: amount }) =>
    world.chain.pay({ address: world.hotAddress, ltc: ltcOf(amount) }),
  mine: ({ world }, { blocks }) => world.chain.mine(blocks),
  async reorganise({ world }, { depth, drop }) {
    const { rows } = await world.database.asOwner(
      `select txid from (select txid, height from chain_outputs union select txid, mined_height from own_transactions) t
        where height > (select max(height) from chain_blocks) - $1 group by txid order by max(height) desc, txid`,
      [depth],
    );
    const dropped = drop === null ? undefined : rows[drop % rows.length]?.txid;
    await world.chain.reorg(depth, dropped ? [dropped] : []);
  },
  async coinbase({ world, buyers }, { buyer }) {
    // only a real node can mine to a given address
    await world.chain.rpc('generatetoaddress', 1, buyers[buyer]!.address).catch(() => world.chain.mine(1));
  },
  async rival({ world }, { coin: which }) {
    // another holder of the key spends a coin, which may be reserved already
    const { rows } = await world.database.asOwner(
      `select o.txid, o.n, o.litoshi, a.script, a.account, a.branch, a.index from chain_outputs o join addresses a using (address)
        where o.height is not null and o.spent_by is null and o.litoshi > 100000 order by o.reserved_by is null, o.txid, o.n`,
    );
    const coin = rows[which % rows.length];
    if (!coin) return;
    const { script } = world.keys.addressAt(CAPITAL_PATH);
    const payee = { script, amount: litoshi(coin.litoshi - 5_000) };
    const input = { ...coin, value: litoshi(coin.litoshi), unminedDepth: 0 };
    const rival = buildPayment({ inputs: [input], payee, kept: [], fee: litoshi(5_000) });
    world.signer.signP2wpkh(rival, [coin]);
    await world.chain.node.broadcast(rival.hex);
  },
  follow: (walk, { restarted, dies }) => withFailingNode(walk, { dies }, () => walk.follow(restarted)),
  pay: (walk, taken) => withFailingNode(walk, taken, walk.pay),
  async sweep(walk, taken) {
    await walk.tried((tx) => requestedByOwner(walk, tx));
    await withFailingNode(walk, taken, walk.keep);
  },
  keep: (walk, taken) => withFailingNode(walk, taken, walk.keep),
  kill: (walk, { round, statements }) => walk.dieIn(round, statements),
  clock: async (walk, { wrongBy }) => {
    walk.clockErrorMs = wrongBy * 1_000;
  },
  backup: ({ databases }) => databases.backup(),
  gossip: sendOursAgain,
  restore: (walk, { hasJournal }) => walk.restore(hasJournal),
  allAtOnce: (walk, { blocks }) =>
    Promise.all([
      blocks > 0 ? walk.world.chain.mine(blocks) : null,
      walk.tried((tx) => requestedByOwner(walk, tx)),
      // a node may refuse many calls at the same time, and knows only the header of a block that it is connecting
      ...[walk.follow, walk.pay, walk.keep, () => walk.follow(true), walk.pay, walk.keep].map((round) =>
        round().catch((error: unknown) => {
          if (!(error instanceof Outage)) throw error;
        }),
      ),
    ]),
  ...PEOPLE,
  async rule(walk, { review: which, decision: taken }) {
    const { world } = walk;
    const open = await world.database.db
      .selectFrom('reviews')
      .where('state', '=', 'open')
      .selectAll()
      .execute();
    const review = open[which % open.length];
    if (!review) return;
    const decision = { decision: taken, reason: 'looked into', decidedBy: world.ownerId } as const;
    await walk.tried(async (tx) => {
      await closeDecided(tx, review.id, decision);
      if (review.kind === 'withdrawal') await decideWithdrawal(tx, review.subjectId, decision);
      else if (review.kind === 'house_payment') await decideHousePayment(tx, review.subjectId, taken);
      else if (review.kind === 'foreign_spend') await decideStop(tx, review.subjectId, decision);
      else if (review.kind === 'restore') await decideRestore(tx, review.subjectId, taken);
      else if (review.kind === 'ownerless_deposit') await decideOwnerless(taken);
      else if (review.kind === 'reversal' && taken === 'approve')
        for (const userId of await releaseEarnings(tx, review.subjectId)) await notify(tx, 'wallet', userId);
    });
  },
  price: (walk, { percent: of }) => walk.quote(Math.max(2_000, Math.floor((walk.priceCents * of) / 100))),
  priceByHand: (walk, { percent: of }) =>
    walk.tried((tx) => {
      const { ownerId } = walk.world;
      const price = Math.floor((walk.priceCents * of) / 100) as never;
      return actWithin(tx, ownerId, () => setPriceByHand(tx, ownerId, { price, minutes: 1 }));
    }),
  outage: ({ world }) =>
    world.database.asOwner(
      `update prices set as_of = as_of - interval '1 hour', first_at = first_at - interval '1 hour',
        expires_at = expires_at - interval '1 hour'`,
    ),
  loneNode: async ({ nodeBehaviour }) => Object.assign(nodeBehaviour, { peers: 0 }),
  stop: (walk) => walk.setting('emergency_shutdown', { enabled: true }),
  calm: (walk) => walk.calm(),
  reviewing: (walk, { overUsd }) => walk.setting('withdrawal_review', { overUsd, newAddress: false }),
};

const ltcOf = (tenthsOfLtc: number) => (tenthsOfLtc === 0 ? 0.01 : tenthsOfLtc / 10);

/** Runs a round in which the node stops answering after `dies` calls (null: never). Afterwards the node works again. */
async function withFailingNode(
  { nodeBehaviour }: Walk,
  { dies, broadcast = 'well' }: { dies: number | null; broadcast?: string },
  round: () => Promise<unknown>,
): Promise<void> {
  Object.assign(nodeBehaviour, { broadcast, callsLeft: dies ?? WELL.callsLeft });
  try {
    await round();
  } catch (error) {
    if (dies === null || (error as Error).message !== 'the node is gone') throw error;
  } finally {
    Object.assign(nodeBehaviour, { broadcast: 'well', callsLeft: WELL.callsLeft });
  }
}

const requestedByOwner = (walk: Walk, tx: Tx) =>
  actWithin(tx, walk.world.ownerId, () => requestSweep(tx, walk.world.ownerId));
