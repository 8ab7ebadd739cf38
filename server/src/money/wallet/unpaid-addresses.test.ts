import { MAX_UNPAID_ADDRESSES } from '@sterling/contract/wallet.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openScanner } from '../litecoin/scan.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ actionLimit: false });
});
afterAll(() => app.close());

const BUYER = { walletType: 'buyer' };

async function control(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const url = `${app.sandboxUrl}/control/litecoin${path}`;
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(ok).toBe(true);
}

test('a person gets new deposit addresses until 20 were never paid, and again after a deposit', async () => {
  const nova = await app.signIn('nova');
  const call = (name: string) => nova.call('POST', `/api/wallet/${name}`, BUYER);
  const addressIn = ({ body }: Awaited<ReturnType<typeof call>>) =>
    (body.wallet as { ltcAddress: string }).ltcAddress;
  const first = addressIn(await call('generate-address'));
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('regenerate-keys')));
  while (answers.length < 30) answers.push(await call('regenerate-keys'));
  const given = answers.filter(({ status }) => status === 200).map(addressIn);
  expect(new Set([first, ...given]).size).toBe(MAX_UNPAID_ADDRESSES);
  expect(answers.at(-1)).toMatchObject({
    status: 409,
    body: { code: 'too_many_addresses', message: 'You have too many deposit addresses' },
  });
  expect(addressIn(await call('generate-address'))).toBe(given.at(-1));

  const { config, db, node } = app.services;
  const { scanOnce } = openScanner({ db, node, network: config.litecoin.network });
  await scanOnce();
  await control('/send', { address: first, ltc: '0.5' });
  await control('/mine', { blocks: 1 });
  await scanOnce();
  expect([(await call('regenerate-keys')).status, (await call('regenerate-keys')).status]).toEqual([
    200, 409,
  ]);
});
