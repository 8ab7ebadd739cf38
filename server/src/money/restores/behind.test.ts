import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainOf } from '../../../test/chain.ts';
import { openRestoreWorld, type RestoreWorld } from '../../../test/restored-world.ts';
import { openTestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { openScanner } from '../litecoin/scan.ts';
import { compareRestores } from '../signer/comparing.jobs.ts';

let chain: TestChain;
let world: RestoreWorld;
beforeEach(async () => {
  chain = chainOf(await openTestSandbox());
  world = await openRestoreWorld(chain);
});
afterEach(async () => {
  await world.close();
  await chain.close();
});

test('rare day 12: with a node that is behind the network nothing is compared, so no payment counts as unseen', async () => {
  const backup = await world.backup();
  const { blocks } = await chain.node.chainInfo();
  await world.ask();
  await world.pay();
  await chain.mine(1);
  const restored = await world.restore(backup);
  await restored.asOwner(
    `insert into settings (key, value) values ('chain_guards', '{"enabled": true}')
      on conflict (key) do update set value = excluded.value`,
  );

  const node = startedAgainAt(blocks);
  await openScanner({ db: restored.db, node, network: 'regtest', keys: world.keys }).scanOnce();
  expect(await compareRestores({ ...restored.signing, node })).toContain('not at the tip');
  const comparison = () =>
    restored.db.selectFrom('restores').orderBy('at', 'desc').select('comparison').executeTakeFirst();
  expect(await comparison()).toEqual({ comparison: null });

  await restored.follow();
  expect(await restored.sign()).toContain('the owner has to decide');
  expect(await comparison()).toMatchObject({ comparison: { lost: [{ kind: 'withdrawal', seen: true }] } });
});

/** The node as it starts after an outage: at an older block, without a mempool or peers. */
function startedAgainAt(height: number): LitecoinNode {
  const { node } = chain;
  return {
    ...node,
    chainInfo: async () => ({
      ...(await node.chainInfo()),
      blocks: height,
      headers: height,
      bestBlockHash: (await node.blockHash(height))!,
    }),
    blockHash: async (at) => (at > height ? null : node.blockHash(at)),
    blockHashes: async (from, to) =>
      (await node.blockHashes(from, to)).map((hash, index) => (from + index > height ? null : hash)),
    mempool: async () => [],
    peers: async () => 0,
  };
}
