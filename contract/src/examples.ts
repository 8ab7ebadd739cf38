import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

const ID = '0190a6c0-7f3e-7c51-9b1a-3f2f6d5a1c22';
const OTHER_ID = '0190a6c0-7f3e-7c51-9b1a-3f2f6d5a1c23';
const PASS = 'https://www.roblox.com/game-pass/123456789';
const COOKIE = '_|WARNING:-DO-NOT-SHARE-THIS.--…';

const example = (endpoint: unknown, input: Example): [Endpoint, Example] => [endpoint as Endpoint, input];

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const {
  orders,
  preOrders,
  priceAlerts,
  wallet,
  gamepass,
  listings,
  transactions,
  transactionPictures,
  robloxAccounts,
  accountHistory,
  stockAlerts,
  accountImports,
  priceRules,
  proxies,
} = api;
const priceRule = {
  name: 'Two cents below',
  floor: 3.2,
  ceiling: 4.5,
  belowCents: 2,
  baseRate: null,
  pausesBelowFloor: true,
  stockSteps: [{ fromRobux: 50000, cents: -5 }],
  dayTimes: [{ from: '22:00', to: '06:00', cents: 10 }],
  timeZone: 'Europe/Berlin',
  accountIds: [ID],
};
const byId = { params: { id: ID } };

/** An example input for each call that is open to API tokens and takes an input. The API page and its tests use them. */
export const EXAMPLES: ReadonlyMap<Endpoint, Example> = new Map([
  example(wallet.read, { query: { type: 'buyer' } }),
  example(wallet.transactions, { query: { type: 'buyer', page: '1', pageSize: '50' } }),
  example(wallet.transaction, byId),
  example(wallet.transactionsCsv, { query: { type: 'seller', from: '2026-01-01' } }),
  example(wallet.generateAddress, { body: { walletType: 'buyer' } }),
  example(wallet.checkDeposits, { body: { walletType: 'buyer' } }),
  example(gamepass.validate, { body: { url: PASS } }),
  example(gamepass.find, { body: { from: 'builderman' } }),
  example(orders.list, { query: { role: 'buyer', page: '1', pageSize: '50' } }),
  example(orders.read, byId),
  example(orders.place, { body: { robuxAmount: 1000, gamepassUrl: PASS, ratePerThousand: 4.5 } }),
  example(orders.placeBasket, {
    body: { items: [{ robuxAmount: 1000, gamepassUrl: PASS, ratePerThousand: 4.5 }] },
  }),
  example(orders.bought, byId),
  example(preOrders.place, { body: { robuxAmount: 1000, maxRatePerThousand: 4.5, gamepassUrl: PASS } }),
  example(priceAlerts.add, { body: { robuxAmount: 10_000, ratePerThousand: 3.5 } }),
  example(priceAlerts.remove, byId),
  example(listings.create, {
    body: {
      title: 'Golden Crown',
      itemType: 'limited_items',
      quantity: 1,
      pricePerUnit: 10,
      deliveryTime: '1 hour',
    },
  }),
  example(listings.update, { ...byId, body: { pricePerUnit: 9.5 } }),
  example(listings.remove, byId),
  example(listings.setPicture, { ...byId, body: { picture: 'iVBORw0KGgo=' } }),
  example(listings.removePicture, byId),
  example(listings.readPicture, { params: { id: ID, pictureId: OTHER_ID } }),
  example(transactions.read, byId),
  example(transactions.buy, {
    body: {
      listingId: ID,
      sellerId: OTHER_ID,
      quantity: 1,
      pricePerUnit: 10,
      totalAmount: 10,
      platformFee: 0.5,
    },
  }),
  example(transactions.deliver, { ...byId, body: { note: 'Sent to your inventory' } }),
  example(transactions.confirm, { ...byId, body: {} }),
  example(transactions.cancel, { ...byId, body: {} }),
  example(transactions.dispute, { ...byId, body: { reason: 'The item did not arrive' } }),
  example(transactions.messages, { ...byId, body: { text: 'Hello' } }),
  example(transactions.rate, { ...byId, body: { stars: 5 } }),
  example(transactionPictures.add, { ...byId, body: { picture: 'iVBORw0KGgo=' } }),
  example(transactionPictures.read, { params: { id: ID, pictureId: OTHER_ID } }),
  example(transactionPictures.remove, { params: { id: ID, pictureId: OTHER_ID } }),
  example(robloxAccounts.add, { body: { cookie: COOKIE, ratePerThousand: 4.5, ownershipConfirmed: true } }),
  example(robloxAccounts.update, { ...byId, body: { ratePerThousand: 4.25 } }),
  example(robloxAccounts.bulk, { body: { ids: [ID], action: 'rate', ratePerThousand: 4.25 } }),
  example(robloxAccounts.updateCookie, { ...byId, body: { cookie: COOKIE } }),
  example(robloxAccounts.refreshBalance, byId),
  example(robloxAccounts.remove, byId),
  example(accountHistory.earnings, { ...byId, query: { days: '30', tz: 'Europe/Berlin' } }),
  example(accountHistory.healthEvents, byId),
  example(stockAlerts.change, { body: { robux: 5000 } }),
  example(accountImports.start, {
    body: { lines: [COOKIE, `${COOKIE},4.25`], ratePerThousand: 4.5, ownershipConfirmed: true },
  }),
  example(accountImports.read, byId),
  example(accountImports.cancel, byId),
  example(priceRules.add, { body: priceRule }),
  example(priceRules.read, byId),
  example(priceRules.change, { ...byId, body: { isOn: false } }),
  example(priceRules.remove, byId),
  example(priceRules.preview, { body: priceRule }),
  example(priceRules.changes, { ...byId, query: { page: '1', pageSize: '50' } }),
  example(proxies.add, {
    body: { host: 'proxy.example.com', port: 8080, username: 'user', password: 'secret' },
  }),
  example(proxies.addMany, { body: { lines: ['proxy.example.com:8080:user:secret'] } }),
  example(proxies.remove, byId),
]);
