import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { act } from '../../../test/walk-acts.ts';
import { decidePayments, decideRestores, sendOursAgain, sendPaymentsAgain } from '../../../test/walk-rest.ts';
import { type Step, step } from '../../../test/walk-steps.ts';
import { isAtTip, openWalk, type Walk } from '../../../test/walk-world.ts';
import { postedOf } from '../../../test/wallets.ts';
import { foldDays } from '../business/business.jobs.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { awaitsComparison } from '../litecoin/restored.reads.ts';
import type { Comparison } from '../signer/comparison.reads.ts';
import { account } from './ledger.ts';
import { proveBooks } from './proof.ts';

/**
 * Random walks over everything together: the chain, deposits, withdrawals, the worker, the owner, restores, kills and wrong clocks. After each step
 * the books balance and agree with the chain. `WALK_RUNS` sets the number of walks, `WALK_SEED` repeats a failure.
 */
const RUNS = Number(process.env.WALK_RUNS ?? 3);
const SEED = process.env.WALK_SEED;
const ROUNDS_TO_REST = 8;
const STEPS = { minLength: 50, maxLength: 100, size: 'max' } as const;

test.each(CHAINS)(
  'S5.03 S5.07 any random walk keeps every invariant on $name',
  { timeout: RUNS * 120_000 },
  async ({ name, open }) => {
    const numRuns = name === 'litecoind' ? Math.ceil(RUNS / 4) : RUNS;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, STEPS),
        fc.boolean(),
        fc.boolean(),
        async (steps, isGuarded, isGossiping) => {
          const chain = await open();
          const walk = await openWalk(chain);
          try {
            await walk.setting('chain_guards', { enabled: isGuarded });
            for (const [index, taken] of steps.entries()) await take(walk, taken, index);
            await settleDown(walk, isGossiping);
          } finally {
            await walk.close();
            await chain.close();
          }
        },
      ),
      { numRuns, endOnFailure: process.env.WALK_SHRINKS === undefined, ...(SEED && { seed: Number(SEED) }) },
    );
  },
);

async function take(walk: Walk, taken: Step, index: number): Promise<void> {
  const when = `${index} ${JSON.stringify(taken)}`;
  await act(walk, taken).catch((error: Error) => {
    throw new Error(`${when}: ${error.message}`, { cause: error });
  });
  await check(walk, when);
}

/** The books balance. When the follower is at the node's tip, the chain agrees with them. */
async function check(walk: Walk, when: string): Promise<void> {
  await foldDays(walk.world.database.db);
  expect(await proveBooks(walk.world.database.db), when).toEqual([]);
  await checkSpends(walk, ['open', 'approved', 'rejected']);
  const { unspents, paidOut } = await readChain(walk);
  for (const { address, litoshi } of walk.payees) {
    const paid = paidOut.get(address) ?? [];
    expect(paid.length, `${when}: ${address} is paid at most once`).toBeLessThanOrEqual(1);
    if (paid.length === 0) continue;
    expect(paid[0]!.litoshi, when).toBe(litoshi);
    expect((await withdrawalTo(walk, address))?.state, `${when}: ${address} is paid`).not.toBe('failed');
  }
  if (!(await isAtTip(walk))) return;
  expect(await unspentOutputs(walk), `${when}: what is unspent is what the node says`).toEqual(unspents);
  const sum = [...unspents.values()].reduce((total, litoshi) => total + litoshi, 0);
  expect(await postedOf(walk.world.database.db, account.treasury), when).toBe(sum);
}

interface OnChain {
  /** Unspent outputs of our own addresses, by outpoint. */
  readonly unspents: Map<string, number>;
  /** Outputs to the payees of withdrawals, who never spend them, by address. */
  readonly paidOut: Map<string, { txid: string; litoshi: number }[]>;
}

async function readChain({ world, databases, payees: all }: Walk): Promise<OnChain> {
  const payees = all.map(({ address }) => address);
  const descriptors = [...(await databases.ownAddresses()), ...payees].map((address) => `addr(${address})`);
  const { unspents } = await world.chain.rpc<{
    unspents: { txid: string; vout: number; amount: number; desc: string }[];
  }>('scantxoutset', 'start', descriptors);
  const outside = new Set(payees);
  const found = unspents.map(({ txid, vout, amount, desc }) => {
    const address = /^addr\((\w+)\)/.exec(desc)![1]!;
    return { address, txid, outpoint: `${txid}:${vout}`, litoshi: Math.round(amount * 1e8) };
  });
  const ours = found.filter(({ address }) => !outside.has(address));
  return {
    unspents: new Map(ours.map(({ outpoint, litoshi }) => [outpoint, litoshi] as const).toSorted()),
    paidOut: Map.groupBy(
      found.filter(({ address }) => outside.has(address)),
      ({ address }) => address,
    ),
  };
}

async function unspentOutputs({ world }: Walk): Promise<Map<string, number>> {
  const rows = await world.database.db
    .selectFrom('chainOutputs')
    .where('height', 'is not', null)
    .where('spentBy', 'is', null)
    .select(['txid', 'n', 'litoshi'])
    .execute();
  return new Map(rows.map(({ txid, n, litoshi }) => [`${txid}:${n}`, litoshi] as const).toSorted());
}

/** Undefined for a withdrawal that a restore has forgotten. */
const withdrawalTo = ({ world }: Walk, address: string) =>
  world.database.db.selectFrom('withdrawals').where('address', '=', address).selectAll().executeTakeFirst();

/** After all faults are cleared, everything finishes automatically or by a decision of the owner. */
async function settleDown(walk: Walk, isGossiping: boolean): Promise<void> {
  const { world } = walk;
  // the follower may only now see a deep reorganisation, which triggers the emergency stop again
  await walk.calm();
  await walk.follow(true);
  await walk.calm();
  for (let rounds = 0; rounds < ROUNDS_TO_REST; rounds += 1) {
    await sendPaymentsAgain(walk);
    if (isGossiping) await sendOursAgain(walk);
    for (const look of [() => walk.follow(true), walk.acceptSpends, walk.pay, walk.keep]) await look();
    await decideRestores(walk);
    await decidePayments(walk);
    await world.chain.mine(7);
  }
  await walk.follow();
  await walk.pay();
  await check(walk, 'at rest');
  await checkSpends(walk, ['approved', 'rejected']);
  expect(await payoutStopReason(world.database.db)).toBeNull();
  await checkDeposits(walk);
  await checkWithdrawals(walk);
  expect(await awaitsComparison(world.database.db)).toBe(false);
}

/** Each spend that our signer did not sign has one review in one of the states, and an open one blocks payouts. */
async function checkSpends({ world }: Walk, states: readonly string[]): Promise<void> {
  const { rows } = await world.database.asOwner(`
    select t.txid, array_agg(r.state) filter (where r.id is not null) as states from own_transactions t
    left join reviews r on r.kind = 'foreign_spend' and r.subject_id = t.id where t.kind = 'unknown' group by t.txid`);
  for (const { txid, states: found } of rows) {
    expect(found, `the review of ${txid}`).toHaveLength(1);
    expect(states, txid).toContain(found[0]);
    if (found[0] === 'open') expect(await payoutStopReason(world.database.db)).not.toBeNull();
  }
}

/** Each chain output to a user is a deposit. All deep deposits are credited, except those below the minimum. */
async function checkDeposits({ world }: Walk): Promise<void> {
  const { rows } = await world.database.asOwner(`
    select d.status, d.height is not null as mined, o.height is not null as stored, o.is_coinbase from chain_outputs o
    join addresses a on a.address = o.address and a.user_id is not null
    left join own_transactions t on t.txid = o.txid
    left join deposits d on d.txid = o.txid and d.n = o.n where t.txid is null`);
  for (const row of rows.filter(({ is_coinbase: isCoinbase }) => !isCoinbase)) {
    expect(row).toMatchObject({ mined: row.stored });
    if (row.mined) expect(['credited', 'small']).toContain(row.status);
    else expect(['orphaned', 'reversed']).toContain(row.status);
  }
  const { rows: sums } = await world.database.asOwner(`
    select (select coalesce(sum(cents), 0) from deposits where status = 'credited')::int as credited,
      (select coalesce(sum(amount_cents), 0) from withdrawals where confirmed_at is not null and failed_at is null)::int as paid`);
  expect(await postedOf(world.database.db, account.exchange)).toBe(sums[0].paid - sums[0].credited);
}

/** Every signed withdrawal is confirmed and paid once, or has failed and is not paid. */
async function checkWithdrawals(walk: Walk): Promise<void> {
  const { paidOut } = await readChain(walk);
  for (const { address } of walk.payees) {
    const found = await withdrawalTo(walk, address);
    const paid = paidOut.get(address) ?? [];
    if (!found) {
      for (const { txid } of paid) await expectNamed(walk, txid);
      continue;
    }
    const { state, txid, facts, reason } = found;
    expect(
      ['requested', 'approved', 'confirmed', 'failed'],
      JSON.stringify({ txid, facts, reason }),
    ).toContain(state);
    expect(paid.map((each) => each.txid)).toEqual(state === 'confirmed' ? [txid] : []);
  }
}

/** The comparison after a restore names a payment whose withdrawal the restore has forgotten. */
async function expectNamed({ world }: Walk, txid: string): Promise<void> {
  const restores = await world.database.db.selectFrom('restores').select('comparison').execute();
  const named = (restores as unknown as { comparison: Comparison }[]).flatMap(({ comparison }) => [
    ...comparison.lost,
    ...comparison.unexplained,
  ]);
  expect(named.map((each) => each.txid)).toContain(txid);
}
