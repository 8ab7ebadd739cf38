import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { litoshi } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { SILENT } from '../../../test/silent-log.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { NodeRefusal } from '../../outside/litecoin-rpc.ts';
import { parseAddress } from '../litecoin/address.ts';
import { watchCold } from '../litecoin/addresses.ts';
import { countCoins, countIfDue, followCoins, rangesTo } from './coin-count.jobs.ts';
import { lastCount } from './coin-count.ts';

const COIN = 100_000_000;

test('a million addresses are counted in ranges, because the node refuses them in one range', () => {
  expect(rangesTo(499_999)).toEqual([[0, 499_999]]);
  expect(rangesTo(1_000_020)).toEqual([
    [0, 499_999],
    [500_000, 999_999],
    [1_000_000, 1_000_020],
  ]);
});

describe.each(CHAINS)('the coins that $name counts', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  const count = (node = chain.node) => countCoins({ db: world.database.db, node, walletKeys: world.keys });

  test('match the books: deposits, our own change and the cold storage', async () => {
    const buyer = await world.person('bea');
    await chain.pay(
      { address: buyer.address, ltc: 1 },
      { address: await world.anotherAddress(buyer), ltc: 2 },
      { address: world.hotAddress, ltc: 3 },
    );
    await world.mine(24);
    await world.useCold(freshAddress(), litoshi(4 * COIN));
    await world.wish();
    await world.look();
    await world.mine(1);
    const sum = 6 * COIN - (await feeOfSweep());
    expect(await count()).toMatchObject({ counted: sum, booked: sum, differences: [] });
  });

  async function feeOfSweep(): Promise<number> {
    const sweeps = world.database.db.selectFrom('ownTransactions').where('kind', '=', 'sweep');
    return (await sweeps.select('feeLitoshi').executeTakeFirstOrThrow()).feeLitoshi;
  }

  test('are compared at the counted block, although later blocks were applied', async () => {
    const { booked } = (await count())!;
    const counted = await chain.node.unspent([`addr(${freshAddress()})`]);
    await chain.pay({ address: world.hotAddress, ltc: 1 });
    const late = {
      ...chain.node,
      unspent: async (what: never[]) => {
        const answer = await chain.node.unspent(what);
        await world.mine(2);
        return answer;
      },
    };
    expect(await count(late)).toMatchObject({ height: counted.height, booked, differences: [] });
    expect(await count()).toMatchObject({ booked: booked + COIN, differences: [] });
  });

  test('give no result while their block is not applied', async () => {
    const before = await lastCount(world.database.db);
    await chain.mine(1);
    expect(await count()).toBeNull();
    expect(await lastCount(world.database.db)).toEqual(before);
    await world.scan();
    expect(await count()).not.toBeNull();
  });

  test('that only one side knows are listed, and counted again soon', async () => {
    const lost = { txid: 'ab'.repeat(32), n: 3, address: world.hotAddress, litoshi: COIN, height: 1 };
    await world.database.db.insertInto('chainOutputs').values(lost).execute();
    const { rows } = await world.database.asOwner(
      `update chain_outputs set height = null where (txid, n) = (select txid, n from chain_outputs
        where height is not null and spent_by is null and txid <> $1 order by litoshi limit 1) returning txid, n, litoshi::int`,
      [lost.txid],
    );
    const found = await count();
    expect(found!.differences).toEqual([
      { ...rows[0], only: 'node' },
      { txid: lost.txid, n: 3, litoshi: COIN, only: 'books' },
    ]);
    expect(await lastCount(world.database.db)).toEqual(found);
    expect(await countsWithin(9)).toBe(0);
    expect(await countsWithin(11)).toBe(1);
    await world.database.asOwner(`delete from chain_outputs where txid = $1`, [lost.txid]);
    await world.database.asOwner(`update chain_outputs set height = 1 where txid = $1`, [rows[0].txid]);
    expect(await count()).toMatchObject({ differences: [] });
    expect(await countsWithin(23 * 60)).toBe(0);
    expect(await countsWithin(25 * 60)).toBe(1);
  });

  /** The number of new counts after `minutes`. */
  async function countsWithin(minutes: number): Promise<number> {
    const { db } = world.database;
    const before = await db.selectFrom('coinCounts').select('id').execute();
    const log = { fatal: () => undefined } as never;
    await countIfDue(
      { db, node: chain.node, walletKeys: world.keys, log },
      new Date(Date.now() + minutes * 60_000),
    );
    return (await db.selectFrom('coinCounts').select('id').execute()).length - before.length;
  }

  test('in the cold storage from before it was watched are not a difference', async () => {
    const cold = freshAddress();
    await chain.pay({ address: cold, ltc: 1 });
    await world.mine(1);
    await watchCold(world.database.db, parseAddress(cold, 'regtest'));
    expect(await count()).toMatchObject({ differences: [] });
  });

  test('are not counted to the end by a worker that stops', async () => {
    const { db } = world.database;
    await world.database.asOwner('delete from coin_counts');
    const isAsked = Promise.withResolvers<void>();
    const silent = createServer(() => isAsked.resolve());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const rpcUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const node = openLitecoinNode({ rpcUrl, rpcUser: '', rpcPassword: '' });
    const stopping = new AbortController();
    const following = followCoins({ db, node, walletKeys: world.keys, log: SILENT }, stopping.signal);
    await isAsked.promise;
    stopping.abort();
    await following;
    silent.close();
    expect(await lastCount(db)).toBeNull();
  });

  test('are not counted while another count runs', async () => {
    const busy = {
      ...chain.node,
      unspent: async () => {
        throw new NodeRefusal('scantxoutset', -8, 'Scan already in progress');
      },
    };
    await expect(count(busy)).rejects.toThrow('already in progress');
  });

  test('are not counted by a node of another chain, and its refusal does not quote the keys of the wallet', () => {
    const quoted = `key '${world.keys.depositXpub}' is not valid`;
    const { message } = new NodeRefusal('scantxoutset', -5, quoted);
    expect(message).toBe("scantxoutset: key '(extended public key)' is not valid (-5)");
  });
});
