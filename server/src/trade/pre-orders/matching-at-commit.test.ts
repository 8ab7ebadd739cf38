import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { newCaller } from '../../../test/roles.ts';
import { lockName } from '../../platform/db/lock-name.ts';

let world: TestApp;
let owner: Caller;
beforeAll(async () => {
  world = await openTestApp();
  owner = await newCaller(world, 'owner');
});
afterAll(() => world.close());

/** Another process is about to commit an audited change: it holds the lock of the chain for a moment. */
async function whileChainIsBusy<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  let begun = () => {};
  const holds = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const holding = world.services.db.transaction().execute(async (tx) => {
    await lockName(tx, 'audit chain');
    begun();
    await sleep(ms);
  });
  await holds;
  try {
    return await work();
  } finally {
    await holding;
  }
}

test('a setting without stock is stored after a busy moment of the audit chain', async () => {
  const { status } = await whileChainIsBusy(800, () =>
    owner.call('PUT', '/api/admin/settings/auto_confirm', { value: { hours: 71 } }),
  );
  expect(status).toBe(200);
});

test('the emergency stop begins and ends after a busy moment of the audit chain', async () => {
  const stop = (enabled: boolean) => owner.call('POST', '/api/admin/emergency-shutdown', { enabled });
  const begun = await whileChainIsBusy(800, () => stop(true));
  const ended = await whileChainIsBusy(800, () => stop(false));
  expect([begun.status, ended.status]).toEqual([200, 200]);
});
