import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, enrolApp } from '../../../test/factors.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

const HOUR_MS = 3_600_000;
let world: TestApp;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  await pollPrices(world.services);
});
afterAll(() => world.close());
beforeEach(async () => {
  await ownerWait(24);
  sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 1_000_000, { wallet: 'seller' });
});

interface Book {
  readonly addresses: { id: string; label: string; address: string; usableAt: string; lastUsedAt: string }[];
  readonly wait: { hours: number; ownHours: number; next: { hours: number; from: string } | null };
}
const ASKED = { status: 403, body: { code: 'step_up_required' } };
const ownerWait = (hours: number) => setSetting(world.database, 'new_address_wait', { hours });
const book = async () => (await sela.call('GET', '/api/withdrawal-addresses')).body as unknown as Book;
const add = (ltcAddress: string, label = 'Ledger', who = sela) =>
  who.call('POST', '/api/withdrawal-addresses', { label, ltcAddress });
const setWait = (hours: number) => sela.call('PUT', '/api/withdrawal-addresses/wait', { hours });
const withdraw = async (ltcAddress: string) => {
  const call = { amount: 20, ltcAddress, walletType: 'seller' };
  return (await sela.call('POST', '/api/wallet/withdraw', call)).body;
};
const passTime = (hours: number) =>
  world.database.asOwner(
    `with a as (update withdrawal_addresses set created_at = created_at - $1 * interval '1 hour',
         usable_at = usable_at - $1 * interval '1 hour' where user_id = $2)
       update withdrawal_preferences set next_wait_from = next_wait_from - $1 * interval '1 hour' where user_id = $2`,
    [hours, sela.id],
  );
const hoursUntil = (time: string) => Math.round((new Date(time).getTime() - Date.now()) / HOUR_MS);
const news = async () =>
  ((await sela.call('GET', '/api/inbox')).body.entries as { title: string; text: string }[]).map(
    ({ title }) => title,
  );

test('access 4: an address is saved with a label, in its canonical form, and once', async () => {
  const address = freshAddress();
  expect((await add(` litecoin:${address} `, '  Cold wallet ')).status).toBe(201);
  expect((await book()).addresses).toMatchObject([{ label: 'Cold wallet', address, lastUsedAt: null }]);
  expect(await add(address)).toMatchObject({ status: 409, body: { code: 'address_exists' } });
  expect((await add('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).body.code).toBe('invalid_ltc_address');
  const { id } = (await book()).addresses[0]!;
  const renamed = await sela.call('PATCH', `/api/withdrawal-addresses/${id}`, { label: 'Vault' });
  expect(renamed.body).toMatchObject({ addresses: [{ label: 'Vault' }] });
  const nick = await world.signIn('nick', 'seller');
  expect((await nick.call('DELETE', `/api/withdrawal-addresses/${id}`)).status).toBe(404);
  expect((await add(address, 'His', nick)).status).toBe(201);
  expect((await sela.call('DELETE', `/api/withdrawal-addresses/${id}`)).body).toMatchObject({
    addresses: [],
  });
});

test('access 4: a saved address waits from the moment it was saved, and not again at its first withdrawal', async () => {
  const [saved, other] = [freshAddress(), freshAddress()];
  await add(saved);
  expect(hoursUntil((await book()).addresses[0]!.usableAt)).toBe(24);
  expect((await withdraw(saved)).message).toContain('First withdrawal to a new address');
  await passTime(24);
  expect((await withdraw(saved)).message).toBe('Your withdrawal is on its way');
  expect((await withdraw(other)).message).toContain('First withdrawal to a new address');
  expect((await book()).addresses[0]).toMatchObject({ lastUsedAt: expect.any(String) });
});

test('access 4: an address that is removed and saved again waits again', async () => {
  const address = freshAddress();
  await add(address);
  await passTime(30);
  const { id } = (await book()).addresses[0]!;
  await sela.call('DELETE', `/api/withdrawal-addresses/${id}`);
  await add(address);
  expect(hoursUntil((await book()).addresses[0]!.usableAt)).toBe(24);
});

test('access 4: a person lengthens the wait immediately, and shortens it after the old wait', async () => {
  expect((await setWait(72)).body).toMatchObject({ wait: { hours: 72, ownHours: 72, next: null } });
  expect((await setWait(30)).body).toMatchObject({ wait: { hours: 72, ownHours: 72, next: { hours: 30 } } });
  expect(hoursUntil((await book()).wait.next!.from)).toBe(72);
  await add(freshAddress());
  expect(hoursUntil((await book()).addresses[0]!.usableAt)).toBe(72);
  await passTime(71);
  expect((await book()).wait.hours).toBe(72);
  await passTime(1);
  expect((await book()).wait).toMatchObject({ hours: 30, ownHours: 30, next: null });
  expect((await setWait(48)).body).toMatchObject({ wait: { hours: 48, next: null } });
  expect(await news()).toEqual([
    'Longer wait for new addresses',
    'Withdrawal address saved',
    'Shorter wait for new addresses',
    'Longer wait for new addresses',
  ]);
});

test('access 4: a longer wait cancels a shortening, and nobody waits less than the owner’s setting', async () => {
  await setWait(72);
  await setWait(0);
  expect((await setWait(100)).body).toMatchObject({ wait: { hours: 100, next: null } });
  await setWait(0);
  await passTime(100);
  expect((await book()).wait).toMatchObject({ hours: 24, ownHours: 0 });
  expect((await setWait(721)).status).toBe(400);
});

test('access 4: an own wait counts for withdrawals to addresses that are not saved', async () => {
  await ownerWait(0);
  expect((await withdraw(freshAddress())).message).toBe('Your withdrawal is on its way');
  await setWait(10);
  expect((await withdraw(freshAddress())).message).toContain('First withdrawal to a new address');
});

test('access 4: a longer wait does not keep the person from an address that was paid before', async () => {
  await ownerWait(0);
  const [paid, unpaid] = [freshAddress(), freshAddress()];
  await withdraw(paid);
  await world.database.asOwner(
    `set session_replication_role = replica; update withdrawals set state = 'confirmed', confirmed_at = now(), txid = 'paid' where address = '${paid}'`,
  );
  await withdraw(unpaid);
  await setWait(720);
  expect((await withdraw(paid)).message).toBe('Your withdrawal is on its way');
  expect((await withdraw(unpaid)).message).toContain('First withdrawal to a new address');
});

test('access 4: with a second factor, saving an address and changing the wait need a check', async () => {
  await enrolApp(sela);
  await add(freshAddress());
  const { id } = (await book()).addresses[0]!;
  await setWait(72);
  await ageChecks(world, sela);
  expect(await add(freshAddress())).toMatchObject(ASKED);
  expect(await sela.call('PATCH', `/api/withdrawal-addresses/${id}`, { label: 'X' })).toMatchObject(ASKED);
  expect(await setWait(71)).toMatchObject(ASKED);
  expect(await setWait(720)).toMatchObject(ASKED);
  expect((await setWait(72)).status).toBe(200);
  expect((await book()).wait).toMatchObject({ ownHours: 72, next: null });
  expect((await sela.call('DELETE', `/api/withdrawal-addresses/${id}`)).status).toBe(200);
});

test('access 4: with a second factor, only a check cancels or renews a shortening', async () => {
  await enrolApp(sela);
  await setWait(72);
  await setWait(30);
  await ageChecks(world, sela);
  for (const hours of [72, 30]) expect(await setWait(hours)).toMatchObject(ASKED);
  expect((await book()).wait).toMatchObject({ ownHours: 72, next: { hours: 30 } });
});

test('access 4: without a second factor, a longer wait and a cancelled shortening are told to the person', async () => {
  await setWait(0);
  expect(await news()).toEqual([]);
  for (const hours of [720, 24, 720]) await setWait(hours);
  expect(await news()).toEqual([
    'Longer wait for new addresses',
    'Shorter wait for new addresses',
    'Longer wait for new addresses',
  ]);
});

test('access 4: a saved address and a withdrawal that waits are told to the person', async () => {
  const address = freshAddress();
  await add(address);
  await withdraw(address);
  expect(await news()).toEqual(['Withdrawal requested', 'Withdrawal address saved']);
});

test('access 4: at most 50 addresses are saved, even at the same time', async () => {
  await world.database.asOwner(
    `insert into withdrawal_addresses (user_id, label, address, usable_at)
       select $1, 'x', 'x' || n, now() from generate_series(1, 45) n`,
    [sela.id],
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(freshAddress())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
});
