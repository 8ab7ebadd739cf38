import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openScanner } from './scan.ts';

/** $85.00: 1 LTC is 8,500 cents. */
const PRICE = 8_500;

describe.each(CHAINS)('S5.03 deposits on $name', ({ open }) => {
  let chain: TestChain;
  let world: ChainWorld;
  let nova: Person;
  beforeAll(async () => {
    chain = await open();
    world = await openChainWorld(chain);
    await world.scan();
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  beforeEach(async () => {
    nova = await world.person('nova');
    await world.setPrice(PRICE);
  });

  test('S5.03 are seen in the mempool and credited once at two confirmations, however often the chain is scanned', async () => {
    await chain.pay({ address: nova.address, ltc: 0.5 });
    await world.scan();
    expect(await world.statuses(nova)).toEqual(['seen']);
    await chain.mine(1);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['seen'], 0]);
    await chain.mine(1);
    for (let times = 0; times < 3; times += 1) await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 4_250]);
    await chain.mine(3);
    await world.scan();
    expect(await world.balance(nova)).toBe(4_250);
  });

  test('are credited when the first scan finds them deep in the chain', async () => {
    await chain.pay({ address: nova.address, ltc: 0.2 });
    await chain.mine(5);
    await world.scan();
    expect(await world.balance(nova)).toBe(1_700);
  });

  test('are credited for every output of a transaction, and for reused and old addresses', async () => {
    const second = await world.anotherAddress(nova);
    await chain.pay({ address: nova.address, ltc: 0.2 }, { address: second, ltc: 0.3 });
    await chain.pay({ address: nova.address, ltc: 0.4 });
    await chain.mine(2);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([
      ['credited', 'credited', 'credited'],
      7_650,
    ]);
  });

  test('are valued to the litoshi and rounded down to cents', async () => {
    await chain.pay({ address: nova.address, ltc: 0.23456789 });
    await chain.mine(2);
    await world.scan();
    expect(await world.balance(nova)).toBe(1_993);
    const deposit = await world.database.db
      .selectFrom('deposits')
      .where('userId', '=', nova.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(deposit).toMatchObject({ litoshi: 23_456_789, cents: 1_993 });
    const price = await world.database.db
      .selectFrom('prices')
      .where('id', '=', deposit.priceId)
      .selectAll()
      .executeTakeFirst();
    expect(price).toMatchObject({ price: PRICE, used: true });
  });

  test('below $10 wait as small, and are credited together when a new deposit lifts their sum to $10', async () => {
    await chain.pay({ address: nova.address, ltc: 0.05 });
    await chain.mine(2);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['small'], 0]);
    // worth $10 now, but nothing new became creditable
    await world.setPrice(20_000);
    await chain.mine(1);
    await world.scan();
    expect(await world.statuses(nova)).toEqual(['small']);
    await world.setPrice(PRICE);
    await chain.pay({ address: nova.address, ltc: 0.07 });
    await chain.mine(2);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([
      ['credited', 'credited'],
      425 + 595,
    ]);
  });

  test('of an owner are credited from $1', async () => {
    const otto = await world.person('otto', { isOwner: true });
    await chain.pay({ address: otto.address, ltc: 0.0117 }, { address: nova.address, ltc: 0.0118 });
    await chain.mine(2);
    await world.scan();
    expect(await world.balance(otto)).toBe(0);
    await chain.pay({ address: otto.address, ltc: 0.0001 });
    await chain.mine(2);
    await world.scan();
    expect([await world.balance(otto), await world.balance(nova)]).toEqual([0, 0]);
    await chain.pay({ address: otto.address, ltc: 0.01 });
    await chain.mine(2);
    await world.scan();
    expect(await world.balance(otto)).toBe(99 + 85);
  });

  test('wait for a fresh price and use the first one', async () => {
    await world.setPrice(PRICE, 6 * 60_000);
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(3);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['seen'], 0]);
    await world.setPrice(9_000);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 9_000]);
  });

  test('wait during an emergency stop', async () => {
    await setEmergencyStop(world.database, true);
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
    await world.scan();
    expect(await world.statuses(nova)).toEqual(['seen']);
    await setEmergencyStop(world.database, false);
    await world.scan();
    expect(await world.statuses(nova)).toEqual(['credited']);
  });

  test('in a block that is replaced before the credit are seen again in the new branch', async () => {
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(1);
    await world.scan();
    await chain.reorg(1);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 8_500]);
  });

  test('that disappear from chain and mempool before the credit are orphaned', async () => {
    const txid = await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(1);
    await world.scan();
    await chain.reorg(1, [txid]);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['orphaned'], 0]);
  });

  test('that a reorganisation removes are reversed at their original cents and credited again at the same', async () => {
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
    await world.scan();
    expect(await world.balance(nova)).toBe(8_500);
    await world.setPrice(5_000);
    await chain.reorg(3);
    await world.scan();
    // the new branch has them two blocks deep: the scan reverses them and credits them at the original price
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 8_500]);
    const { generation } = await world.database.db
      .selectFrom('deposits')
      .where('userId', '=', nova.id)
      .select('generation')
      .executeTakeFirstOrThrow();
    expect(generation).toBe(2);
  });

  test('that were spent before a double spend removed them leave the wallet below zero', async () => {
    const txid = await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
    await world.scan();
    await world.database.asOwner(`select ledger_post('test ${txid}', 'test.spent', $1::jsonb)`, [
      JSON.stringify([{ from: `user:${nova.id}:buyer`, to: 'house:adjustments', amount: 6_000 }]),
    ]);
    await chain.reorg(2, [txid]);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['reversed'], -6_000]);
  });

  test('of two users in many blocks are all credited after a crash in the middle of a batch', async () => {
    const sela = await world.person('sela');
    for (let block = 0; block < 6; block += 1) {
      await chain.pay({ address: nova.address, ltc: 0.2 });
      await chain.pay({ address: sela.address, ltc: 0.3 });
      await chain.mine(1);
    }
    await chain.mine(1);
    let blocksLeft = 3;
    const block = async (hash: string) => {
      if (blocksLeft === 0) throw new Error('the node is gone');
      blocksLeft -= 1;
      return chain.node.block(hash);
    };
    const dying = { ...chain.node, block };
    await expect(world.scan(dying)).rejects.toThrow('the node is gone');
    await breakCredits(world);
    await expect(world.scan()).rejects.toThrow('killed');
    expect(await world.balance(nova)).toBe(0);
    await repairCredits(world);
    await world.scan();
    expect([await world.balance(nova), await world.balance(sela)]).toEqual([6 * 1_700, 6 * 2_550]);
  });

  test('are credited once by parallel scanners', async () => {
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
    const scanners = Array.from({ length: 6 }, () =>
      openScanner({ db: world.database.db, node: chain.node, network: 'regtest' }),
    );
    const credits = await Promise.all(scanners.map((scanner) => scanner.scanOnce()));
    expect(credits.flat()).toEqual([{ userId: nova.id, litoshi: 100_000_000, cents: 8_500 }]);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 8_500]);
  });
});

/** Breaks the database work at the third credit of a batch. */
async function breakCredits({ database }: ChainWorld): Promise<void> {
  await database.asOwner(`
    create sequence credits_tried;
    grant usage on sequence credits_tried to sterling_app;
    create function die() returns trigger language plpgsql as $$
    begin
      if new.status = 'credited' and nextval('credits_tried') = 3 then raise exception 'killed'; end if;
      return new;
    end $$;
    create trigger die before update on deposits for each row execute function die()`);
}

async function repairCredits({ database }: ChainWorld): Promise<void> {
  await database.asOwner('drop trigger die on deposits; drop function die(); drop sequence credits_tried');
}
