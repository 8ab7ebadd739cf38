import type { AuditEntry } from '@sterling/contract/admin.ts';
import type { Review } from '@sterling/contract/reviews.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';

const SPANISH = { 'accept-language': 'es' };
const decision = { decision: 'approve', reason: 'Nothing was sent' };

let world: TradeWorld;
let otto: Caller;
let tradeId: string;
beforeAll(async () => {
  world = await openTradeWorld();
  otto = await world.signIn('otto', 'admin', true);
  const ada = await world.signIn('ada', 'admin');
  const buyer = await world.buyer(10_000);
  const seller = await world.seller();
  tradeId = await world.bought(buyer, await world.list(seller));
  await world.step(seller, tradeId, 'deliver');
  await world.step(buyer, tradeId, 'dispute', { reason: 'Nothing came' });
  const [review] = await readReviews('open');
  expect((await ada.call('POST', `/api/admin/reviews/${review!.id}`, decision)).status).toBe(200);
  for (const person of [buyer, seller, ada]) {
    const { status } = await person.call('POST', '/api/reset/delete-me', { forfeit: true });
    expect(status).toBe(200);
  }
});
afterAll(() => world.close());

const readReviews = async (state: string, headers = {}) =>
  (await otto.call('GET', `/api/admin/reviews?kind=dispute&state=${state}`, undefined, headers))
    .body as unknown as OnWire<typeof Review>[];

const readEntries = async (headers = {}) =>
  (await otto.call('GET', `/api/admin/audit?search=${tradeId}`, undefined, headers))
    .body as unknown as OnWire<typeof AuditEntry>[];

test.each([
  ['en', {}, 'Deleted account', 'Golden Crown (Deleted account from Deleted account)'],
  ['es', SPANISH, 'Cuenta eliminada', 'Golden Crown (Cuenta eliminada, comprado a Cuenta eliminada)'],
])('decisions and the audit log name deleted users the same in "%s"', async (_, headers, name, trade) => {
  const [review] = await readReviews('approved', headers);
  expect(review).toMatchObject({
    username: name,
    decidedBy: name,
    dispute: { buyer: { username: name }, seller: { username: name } },
  });
  expect((await readEntries(headers)).find(({ action }) => action === 'reviews.approved')).toMatchObject({
    actor: name,
    subject: name,
    trade,
  });
});

test('the CSV file of the audit log is in English', async () => {
  const { body } = await otto.call('GET', `/api/admin/audit.csv?search=${tradeId}`, undefined, SPANISH);
  expect(body.text).toContain(
    'Deleted account,Deleted account,Golden Crown (Deleted account from Deleted account)',
  );
});
