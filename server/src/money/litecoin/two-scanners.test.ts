import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openScanner } from './scan.ts';

describe.each(CHAINS)('two scanners on $name', ({ open }) => {
  let chain: TestChain;
  let world: ChainWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openChainWorld(chain);
    await world.scan();
    await world.setPrice(8_500);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  test('a deposit is seen that a scanner read while another one applied a block', async () => {
    const nova = await world.person('nova');
    const scannerOn = (node: TestChain['node']) =>
      openScanner({ db: world.database.db, node, network: 'regtest' });
    let isOvertaken = false;
    const overtaken = scannerOn({
      ...chain.node,
      mempool: async () => {
        if (!isOvertaken) {
          isOvertaken = true;
          await chain.mine(1);
          await scannerOn(chain.node).scanOnce();
          await chain.pay({ address: nova.address, ltc: 0.5 });
        }
        return chain.node.mempool();
      },
    });
    await overtaken.scanOnce();
    expect(await world.statuses(nova)).toEqual([]);
    await overtaken.scanOnce();
    expect(await world.statuses(nova)).toEqual(['seen']);
  });
});
