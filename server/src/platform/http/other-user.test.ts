import { expect, test } from 'vitest';
import { statusAndCode } from '../../../test/app.ts';
import { useOrderWorld } from '../../../test/use-order-world.ts';

/** A tab that shows one user, while the browser's session is that of another. */
const world = useOrderWorld();

const shows = (id: string) => ({ 'expected-user': id });

test('S1.15 a page reads and changes nothing in the name of a user whom it does not show', async () => {
  const [shown, signedIn] = [await world.buyer(5_000), await world.buyer(5_000)];
  const role = (headers: Record<string, string>) =>
    signedIn.call('PUT', `/api/users/${signedIn.id}`, { role: 'seller' }, headers);
  for (const refused of [
    await signedIn.call('GET', '/api/wallet', undefined, shows(shown.id)),
    await role(shows(shown.id)),
  ])
    expect(statusAndCode(refused)).toEqual([401, 'other_user']);
  const { body } = await signedIn.call('GET', '/api/auth/user', undefined, shows(shown.id));
  expect(body).toMatchObject({ id: signedIn.id, role: 'buyer' });
  expect((await role(shows(signedIn.id))).status).toBe(200);
});

test('S1.15 an order of another user’s page is refused, even if its answer is stored', async () => {
  const [shown, signedIn] = [await world.buyer(50_000), await world.buyer(50_000)];
  await world.seller(10_000, 5);
  const body = { robuxAmount: 1_000, gamepassUrl: (await world.pass(1_000)).url };
  const order = (id: string) =>
    signedIn.call('POST', '/api/robux/orders', body, { ...shows(id), 'idempotency-key': 'one' });
  expect(statusAndCode(await order(shown.id))).toEqual([401, 'other_user']);
  const { status, body: placed } = await order(signedIn.id);
  expect(status).toBe(201);
  expect(statusAndCode(await order(shown.id))).toEqual([401, 'other_user']);
  const { rows } = await world.database.asOwner('select id from orders where buyer_id = $1', [signedIn.id]);
  expect(rows).toEqual([{ id: placed.id }]);
});

test('S1.15 a page that shows nobody, such as the one for reports, works for every user', async () => {
  const [before, signedIn] = [await world.buyer(0), await world.buyer(0)];
  const report = { robloxUsername: 'stolen', contact: 'nova@example.com', text: 'It was taken from me.' };
  const { status, body } = await signedIn.call('POST', '/api/reports', report, shows(before.id));
  expect(status).toBe(201);
  const verify = `/api/reports/${body.id}/verify`;
  expect((await signedIn.call('POST', verify, undefined, shows(before.id))).body.code).not.toBe('other_user');
});
