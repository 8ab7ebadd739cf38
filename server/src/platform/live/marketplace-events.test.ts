import type { Listing } from '@sterling/contract/listings.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { openEventPage } from '../../../test/event-page.ts';
import { pngOf } from '../../../test/pictures.ts';
import { purchaseOf } from '../../../test/trade-world.ts';
import { openTwoWebs, type TwoWebs } from '../../../test/two-webs.ts';
import { credit } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';
import type { Change } from './changes.ts';

type ShownListing = OnWire<typeof Listing>;

/** What open pages of other people learn of listings. The second web server hears what the first one does. */
let world: TwoWebs;
let sela: Caller;
let nova: Caller;
let heard: Change[];

beforeAll(async () => {
  world = await openTwoWebs();
  world.other.services.changes.watch({
    changed: (change) => void heard.push(change),
    missed: () => undefined,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  heard = [];
  sela = await world.signIn('sela', 'seller');
  nova = await world.signIn('nova');
  await credit(world.services.db, nova.id, 10_000);
});

const TERMS = {
  title: 'Gem',
  itemType: 'limited_items',
  quantity: 1,
  pricePerUnit: '2.00',
  deliveryTime: '1 hour',
};
const PICTURE = { picture: pngOf(600, 400).toString('base64') };
const created = async () => (await sela.call('POST', '/api/listings', TERMS)).body as unknown as ShownListing;
const bought = async (listing: ShownListing) =>
  `/api/transactions/${(await nova.call('POST', '/api/transactions', purchaseOf(listing))).body.id}`;
const step = async (who: Caller, trade: string, name: string) =>
  expect((await who.call('POST', `${trade}/${name}`, {})).status).toBe(200);

/** Waits for all events of triggers until now, which arrive in the order of their commits, and returns them. */
async function events(): Promise<Change[]> {
  await world.database.asOwner("select pg_notify('settings', 'now')");
  const place = () => heard.findIndex(({ id }) => id === 'now');
  await expect.poll(place).toBeGreaterThanOrEqual(0);
  return heard.splice(0, place() + 1);
}

/** Whether other pages learn that `act` changes the marketplace. */
async function isAnnounced(act: () => Promise<unknown>): Promise<boolean> {
  await events();
  await act();
  return (await events()).some(({ topic }) => topic === 'marketplace');
}

test('a page of another person learns that the marketplace changed, and not whose listing it was', async () => {
  const page = await openEventPage(nova, world.other.origin);
  await created();
  await expect.poll(() => page.received).toEqual([{ topic: 'marketplace', id: null, state: null }]);
  page.leave();
});

test('every change that the marketplace shows is announced', async () => {
  let listing = await created();
  const path = `/api/listings/${listing.id}`;
  expect(await isAnnounced(created)).toBe(true);
  expect(await isAnnounced(() => sela.call('PATCH', path, { title: 'Gems' }))).toBe(true);
  expect(await isAnnounced(() => sela.call('POST', `${path}/picture`, PICTURE))).toBe(true);
  expect(await isAnnounced(() => sela.call('POST', `${path}/picture`, PICTURE))).toBe(true);
  expect(await isAnnounced(() => sela.call('DELETE', `${path}/picture`))).toBe(true);
  expect(await isAnnounced(() => sela.call('DELETE', path))).toBe(true);
  listing = await created();
  let trade = '';
  expect(
    await isAnnounced(async () => {
      trade = await bought(listing);
    }),
  ).toBe(true);
  expect(await isAnnounced(() => step(sela, trade, 'cancel'))).toBe(true);
});

test('a step of a trade that the marketplace does not show is not announced', async () => {
  const trade = await bought(await created());
  expect(await isAnnounced(() => step(sela, trade, 'deliver'))).toBe(false);
  expect(await isAnnounced(() => step(nova, trade, 'confirm'))).toBe(false);
});

test('a ban of a seller is announced only if it takes listings away', async () => {
  const mira = await world.signIn('mira', 'seller');
  const ban = (who: Caller, isBanned: boolean) => () =>
    world.database.asOwner('update users set is_banned = $2 where id = $1', [who.id, isBanned]);
  await created();
  expect(await isAnnounced(ban(sela, true))).toBe(true);
  expect(await isAnnounced(ban(sela, false))).toBe(true);
  expect(await isAnnounced(ban(mira, true))).toBe(false);
});
