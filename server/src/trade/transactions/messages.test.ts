import type { Inbox } from '@sterling/contract/inbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';

type ShownInbox = OnWire<typeof Inbox>;

let world: TradeWorld;
let ada: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  ada = await world.signIn('ada', 'admin');
});
afterAll(() => world.close());

/** An undelivered trade between two new people. */
async function trade() {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  return { seller, buyer, id: await world.bought(buyer, await world.list(seller)) };
}

const write = (who: Caller, id: string, text = 'Where are you?') => world.step(who, id, 'messages', { text });

/** What a person's inbox says of messages in a trade, newest first. */
async function toldOf(id: string, who: Caller): Promise<string[]> {
  const { body } = await who.call('GET', '/api/inbox');
  const { entries } = body as unknown as ShownInbox;
  return entries
    .filter(({ kind, subjectId }) => kind === 'messages' && subjectId === id)
    .map(({ title, text, item, isRead }) => `${title}: ${item}. ${text}${isRead ? ' (read)' : ''}`);
}

test('a message is news for the other party, and not for its writer', async () => {
  const { seller, buyer, id } = await trade();
  await write(buyer, id);
  expect([await toldOf(id, seller), await toldOf(id, buyer)]).toEqual([
    ['New message: Golden Crown. The buyer wrote to you.'],
    [],
  ]);
});

test('an answer is news, and marks what it answers as read', async () => {
  const { seller, buyer, id } = await trade();
  await write(buyer, id);
  await write(seller, id, 'In the plaza');
  expect([await toldOf(id, seller), await toldOf(id, buyer)]).toEqual([
    ['New message: Golden Crown. The buyer wrote to you. (read)'],
    ['New message: Golden Crown. The seller wrote to you.'],
  ]);
});

test('several messages in a short time are one piece of news, until it is read or five minutes old', async () => {
  const { seller, buyer, id } = await trade();
  await Promise.all([1, 2, 3].map(() => write(buyer, id)));
  expect(await toldOf(id, seller)).toHaveLength(1);
  await world.database.asOwner(
    `update inbox_entries set at = at - interval '5 minutes' where code = 'trade_message' and user_id = $1`,
    [seller.id],
  );
  await write(buyer, id);
  expect(await toldOf(id, seller)).toHaveLength(2);
  const { body } = await seller.call('GET', '/api/inbox');
  const [newest] = (body as unknown as ShownInbox).entries;
  await seller.call('POST', '/api/inbox/read', { id: newest!.id, andOlder: true });
  await write(buyer, id);
  expect(await toldOf(id, seller)).toHaveLength(3);
});

test('a question of staff is news for both parties, and the answers for staff', async () => {
  const { seller, buyer, id } = await trade();
  await world.step(seller, id, 'deliver');
  await world.step(buyer, id, 'dispute', { reason: 'Nothing came' });
  await write(ada, id, 'Where did you meet?');
  for (const party of [seller, buyer]) {
    expect(await toldOf(id, party)).toEqual([
      'New message: Golden Crown. Sterling staff wrote to you. Please answer in the trade.',
    ]);
  }
  expect(await toldOf(id, ada)).toEqual([]);
  await write(seller, id, 'In the plaza');
  expect(await toldOf(id, ada)).toEqual(['New message: Golden Crown. The seller wrote to you.']);
});

test('a person who is no longer staff gets no news of a trade that they asked about', async () => {
  const { seller, buyer, id } = await trade();
  const ruth = await world.signIn('ruth', 'admin');
  await write(ruth, id, 'Where did you meet?');
  await world.database.asOwner(`update users set role = 'buyer' where id = $1`, [ruth.id]);
  await write(buyer, id);
  expect((await ruth.call('GET', `/api/transactions/${id}`)).status).toBe(404);
  expect(await toldOf(id, ruth)).toEqual([]);
  expect(await toldOf(id, seller)).toHaveLength(2);
});

test('an ended trade takes no message, and nobody is told', async () => {
  const { seller, buyer, id } = await trade();
  await world.step(seller, id, 'cancel');
  expect((await write(buyer, id)).status).toBe(409);
  expect(await toldOf(id, seller)).toEqual([]);
});

test('what a deleted person wrote is in no stored answer of the other party, which can still be replayed', async () => {
  const { seller, buyer, id } = await trade();
  await write(buyer, id, 'My number is 555-0199.');
  const cancel = () => world.step(seller, id, 'cancel', {}, 'one-key');
  const first = await cancel();
  expect(JSON.stringify(first.body)).toContain('555-0199');
  expect((await buyer.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
  const again = await cancel();
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' }, body: { id } });
  expect(JSON.stringify(again.body)).not.toContain('555-0199');
});

test('a repeated message gets the trade as it is now, of which only the id is stored', async () => {
  const { seller, buyer, id } = await trade();
  const say = () => world.step(buyer, id, 'messages', { text: 'Where are you?' }, 'my-message');
  const first = await say();
  await write(seller, id, 'In the plaza');
  const again = await say();
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
  expect(again.body.events).toEqual([
    ...(first.body.events as object[]),
    expect.objectContaining({ by: 'seller', text: 'In the plaza' }),
  ]);
  const { rows } = await world.database.asOwner(
    `select reply from idempotency_keys where key = 'my-message'`,
  );
  expect(rows).toEqual([{ reply: { id } }]);
});

test('a party can send 200 messages in a trade, because every reader gets all of them, and staff any number', async () => {
  const { seller, buyer, id } = await trade();
  await world.database.asOwner(
    `insert into transaction_events (transaction_id, actor_id, what, said)
      select $1, unnest(array[$2, $3]::uuid[]), 'Message', 'Hello' from generate_series(1, 199)`,
    [id, buyer.id, ada.id],
  );
  expect((await write(buyer, id)).status).toBe(200);
  const refused = await write(buyer, id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_messages' } });
  for (const other of [seller, ada, ada]) expect((await write(other, id)).status).toBe(200);
});
