import type { FoundTransfer } from '@sterling/contract/wallet.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { openScanner } from '../litecoin/scan.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

let world: OrderWorld;
let ada: Caller;
let nova: Caller;
let txid: string;
let depositId: string;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  const { db, node, config } = world.services;
  await pollPrices(world.services);
  ada = await world.signIn('ada', 'admin');
  nova = await world.buyer(0);
  const { body } = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  const { ltcAddress: address } = body.wallet as { ltcAddress: string };
  await world.control('POST', '/litecoin/send', { outputs: [{ address, ltc: 0.3 }] });
  await world.control('POST', '/litecoin/mine', { blocks: 1 });
  await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
  const [deposit] = (await nova.call('GET', '/api/wallet/transactions')).body as unknown as Found;
  [txid, depositId] = [deposit!.txid!, deposit!.id];
});
afterAll(() => world.close());

type Found = OnWire<typeof FoundTransfer>[];
const found = async (search: string) => {
  const { status, body } = await ada.call('GET', `/api/admin/transfers?${new URLSearchParams({ search })}`);
  expect(status).toBe(200);
  return body as unknown as Found;
};

test('staff finds a transfer of any user by its transaction id, by the start of it, and by its id', async () => {
  const whole = { id: depositId, type: 'deposit', status: 'pending', txid, userId: nova.id };
  for (const text of [txid, txid.slice(0, 8).toUpperCase(), ` ${depositId} `])
    expect(await found(text)).toMatchObject([whole]);
  for (const text of [txid.slice(0, 7), txid.slice(1), '%%%%%%%%', nova.id])
    expect(await found(text)).toEqual([]);
});

test('staff reads a transfer of any user, with the name of its user', async () => {
  const { body } = await ada.call('GET', `/api/admin/transfers/${depositId}`);
  expect(body).toMatchObject({ id: depositId, txid, username: expect.stringMatching(/./) });
});
