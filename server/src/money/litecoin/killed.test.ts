import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chainOf } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import { eventually } from '../../../test/processes.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { proveBooks } from '../ledger/proof.ts';
import { chainLag } from './litecoin.reads.ts';

/** Kills real followers (SIGKILL) in the middle of a write. A trigger of this test holds them there. */
let sandbox: TestSandbox;
let chain: TestChain;
let world: ChainWorld;
let holder: pg.Client;
const running = new Set<ChildProcess>();

const HELD = 20_261_121;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  chain = chainOf(sandbox);
  world = await openChainWorld(chain);
  await world.scan();
  await world.setPrice(8_500);
  holder = new pg.Client({ connectionString: world.database.url });
  await holder.connect();
  await holder.query(`create function hold_here() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${HELD});
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`);
});
afterEach(async () => {
  await Promise.all([...running].map(kill));
  await holder.query('select pg_advisory_unlock_all()');
});
afterAll(async () => {
  await holder.end();
  await world.close();
  await sandbox.close();
});

/** Points in the database work of a follower, in order: the table and the condition of a write. */
type Moments = Readonly<Record<string, readonly [table: string, when: string]>>;

const OF_A_PAYMENT: Moments = {
  'the unconfirmed output is stored': ['insert on chain_outputs', 'new.height is null'],
};
const OF_A_BLOCK: Moments = {
  'an output is stored': ['insert or update on chain_outputs', 'new.height is not null'],
  'the litoshi are booked': ['insert on ledger_events', `new.kind = 'output.received'`],
  'the block itself is stored': ['insert on chain_blocks', 'true'],
};
const OF_A_CREDIT: Moments = {
  'a deposit becomes credited': ['update on deposits', `new.status = 'credited'`],
  'the dollars are booked': ['insert on ledger_events', `new.kind = 'deposit.credited'`],
};
const OF_SETTLING: Moments = {
  'a deposit settles': ['update on settlement_lots', `new.state = 'settled'`],
};
const OF_A_REORGANISATION: Moments = {
  'a deposit is reversed': ['update on deposits', `new.status = 'reversed'`],
  'the dollars go back': ['insert on ledger_events', `new.kind = 'deposit.reversed'`],
  'the stale blocks are forgotten': ['delete on chain_blocks', 'old.height > 100'],
};

describe('a follower killed at every step', () => {
  let nova: Person;
  test('S5.03 of a deposit and its reversal leaves no half-written state', {
    timeout: 300_000,
  }, async () => {
    nova = await world.person('nova');
    await chain.pay({ address: nova.address, ltc: 0.5 }, { address: nova.address, ltc: 0.3 });
    await killAt(OF_A_PAYMENT);
    await chain.mine(1);
    await killAt(OF_A_BLOCK);
    await chain.mine(1);
    await killAt(OF_A_CREDIT);
    await chain.mine(10);
    await killAt(OF_SETTLING);
    await resume();
    expect(await world.balance(nova)).toBe(6_800);
    await chain.reorg(12);
    await killAt(OF_A_REORGANISATION);
    // the rollback of the stale branch is committed and the new branch is not applied yet: a valid state
    await killOne(['insert on chain_blocks', 'true']);
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['reversed', 'reversed'], 0]);
    expect(await proveBooks(world.database.db)).toEqual([]);
    await resume();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([
      ['credited', 'credited'],
      6_800,
    ]);
  });

  test('of losing a deposit permanently', async () => {
    const txid = await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(3);
    await resume();
    expect(await world.balance(nova)).toBe(6_800 + 8_500);
    await chain.reorg(3, [txid]);
    await killAt({ 'a review is opened': ['insert on reviews', `new.kind = 'reversal'`] });
    await resume();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([
      ['credited', 'credited', 'reversed'],
      6_800,
    ]);
  });

  test('in the middle of catching up a hundred blocks', async () => {
    const { blocks } = await chain.node.chainInfo();
    for (let batch = 0; batch < 10; batch += 1) {
      await chain.pay({ address: nova.address, ltc: 0.2 });
      await chain.mine(10);
    }
    const middle = `new.height = ${blocks + 51}`;
    await killAt({
      'half of the outputs are stored': ['insert on chain_outputs', middle],
      'half of the blocks are stored': ['insert on chain_blocks', middle],
    });
    await resume();
    expect(await world.balance(nova)).toBe(6_800 + 10 * 1_700);
  });

  test('lets a waiting follower continue immediately', async () => {
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
    await hold(OF_A_CREDIT['the dollars are booked']!);
    const first = await startFollower();
    await eventually(isHeld);
    await startFollower();
    await kill(first);
    await release('ledger_events');
    await eventually(isAtTip);
    await world.scan();
    expect(await world.balance(nova)).toBe(6_800 + 17_000 + 8_500);
  });
});

/** Kills a new follower at each of some points. None of its uncommitted work may remain. */
async function killAt(moments: Moments): Promise<void> {
  for (const [what, moment] of Object.entries(moments)) {
    const before = await written();
    await killOne(moment).catch((cause: unknown) => {
      throw new Error(`no follower reached this point: ${what}`, { cause });
    });
    expect(await written(), what).toEqual(before);
    expect(await proveBooks(world.database.db), what).toEqual([]);
  }
}

async function killOne(moment: Moments[string]): Promise<void> {
  await hold(moment);
  const follower = await startFollower();
  await eventually(isHeld);
  await kill(follower);
  await release(moment[0].split(' on ')[1]!);
}

/** Lets a new follower reach the node's tip. Then ledger, treasury and chain agree. */
async function resume(): Promise<void> {
  const follower = await startFollower();
  await eventually(isAtTip);
  await kill(follower);
  await world.scan();
  expect(await proveBooks(world.database.db)).toEqual([]);
}

async function startFollower(): Promise<ChildProcess> {
  const { rpcUrl, rpcUser, rpcPassword } = sandbox.config.litecoin;
  const script = join(import.meta.dirname, '../../../test/scan-process.ts');
  const follower = spawn(process.execPath, [script, world.database.url, rpcUrl, rpcUser, rpcPassword], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(follower);
  await once(follower.stdout, 'data');
  return follower;
}

async function kill(follower: ChildProcess): Promise<void> {
  running.delete(follower);
  if (follower.exitCode !== null || follower.signalCode !== null) return;
  const ended = once(follower, 'exit');
  follower.kill('SIGKILL');
  await ended;
}

async function hold([table, when]: Moments[string]): Promise<void> {
  await holder.query(`select pg_advisory_lock(${HELD})`);
  await holder.query(
    `create trigger hold before ${table} for each row when (${when}) execute function hold_here()`,
  );
}

async function isHeld(): Promise<boolean> {
  const { rowCount } = await holder.query(
    `select from pg_locks where locktype = 'advisory' and objid = ${HELD} and not granted`,
  );
  return rowCount! > 0;
}

/**
 * Releases the held statement. It finishes, finds its client gone and rolls back. The trigger can be dropped only after
 * that.
 */
async function release(table: string): Promise<void> {
  await holder.query(`select pg_advisory_unlock(${HELD})`);
  await holder.query(`drop trigger hold on ${table}`);
}

async function written(): Promise<unknown> {
  const { rows } = await holder.query(
    `select (select max(height) from chain_blocks) as height, (select count(*) from chain_blocks) as blocks,
      (select count(*) from ledger_events) as events, (select count(*) from chain_outputs where height is not null) as outputs,
      (select jsonb_agg(status order by id) from deposits) as deposits, (select jsonb_agg(state order by deposit_id) from settlement_lots) as lots`,
  );
  return rows[0];
}

async function isAtTip(): Promise<boolean> {
  return (await chainLag(world.database.db, chain.node)) === 0;
}
