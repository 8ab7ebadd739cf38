import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MWEB_CHAINS } from '../../../test/chain.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';

/** Coins from MWEB can arrive at any of our addresses, although we do not offer MWEB. */
describe.each(MWEB_CHAINS)('a peg-out on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    await world.scan();
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  test('is invisible while it waits, and is credited once although a reorganisation changes its txid', async () => {
    const nova = await world.person('nova');
    const txid = await chain.pegOut!({ address: nova.address, ltc: 2 });
    expect(await chain.node.mempoolTransaction(txid)).toMatchObject({ txid, outs: [] });
    await world.scan();
    expect(await world.statuses(nova)).toEqual([]);
    await world.mine(2);
    expect(await world.balance(nova)).toBe(17_000);
    const [first, ...more] = await depositsOf(nova.id);
    expect([first, more]).toMatchObject([{ status: 'credited', isPegOut: true, isCoinbase: false }, []]);
    expect(first!.txid).not.toBe(txid);

    await chain.reorg(3);
    await world.scan();
    expect(await world.balance(nova)).toBe(17_000);
    const [before, after] = await depositsOf(nova.id);
    expect([before?.status, after?.status]).toEqual(['reversed', 'credited']);
    expect(after?.txid).not.toBe(before?.txid);
  });

  test('is swept at 24 confirmations and not before, although the node would accept it at 6', async () => {
    const sela = await world.person('sela');
    // earlier deposits settle meanwhile and are swept first
    await world.mine(24);
    await world.wish();
    await world.look();
    await chain.pegOut!({ address: sela.address, ltc: 0.5 });
    await world.mine(23);
    const early = await world.wish();
    await world.look();
    expect(await world.sweep(early.id)).toMatchObject({ state: 'nothing' });
    await world.mine(1);
    const { id } = await world.wish();
    await world.look();
    const { state, txid } = await world.sweep(id);
    expect(state).toBe('signed');
    expect(await chain.node.mempool()).toContain(txid);
    await world.mine(1);
  });

  function depositsOf(userId: string) {
    return world.database.db
      .selectFrom('deposits as d')
      .innerJoin('chainOutputs as o', (join) => join.onRef('o.txid', '=', 'd.txid').onRef('o.n', '=', 'd.n'))
      .where('d.userId', '=', userId)
      .orderBy('d.seenAt')
      .select(['d.txid', 'd.status', 'o.isPegOut', 'o.isCoinbase'])
      .execute();
  }
});
