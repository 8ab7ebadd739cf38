import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';

const KILLS = 8;

let sandbox: TestSandbox;
let chain: TestChain;
let world: ChainWorld;
beforeAll(async () => {
  sandbox = await openTestSandbox();
  chain = chainOf(sandbox);
  world = await openChainWorld(chain);
  await world.scan();
  await world.setPrice(8_500);
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

test('S5.03 a follower that is killed repeatedly credits every deposit once', async () => {
  const nova = await world.person('nova');
  for (let kill = 0; kill < KILLS; kill += 1) {
    const follower = await startFollower();
    const ended = once(follower, 'exit');
    // the chain changes while the follower dies, at a different moment each time
    const dying = sleep(10 + kill * 15).then(() => follower.kill('SIGKILL'));
    await chain.pay({ address: nova.address, ltc: 0.2 }, { address: nova.address, ltc: 0.3 });
    await chain.mine(2);
    if (kill % 3 === 2) await chain.reorg(2);
    await Promise.all([dying, ended]);
  }
  await world.scan();
  expect(await world.balance(nova)).toBe(KILLS * (1_700 + 2_550));
  expect(new Set(await world.statuses(nova))).toEqual(new Set(['credited']));
});

async function startFollower() {
  const { rpcUrl, rpcUser, rpcPassword } = sandbox.config.litecoin;
  const script = join(import.meta.dirname, '../../../test/scan-process.ts');
  const follower = spawn(process.execPath, [script, world.database.url, rpcUrl, rpcUser, rpcPassword], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(follower.stdout, 'data');
  return follower;
}
