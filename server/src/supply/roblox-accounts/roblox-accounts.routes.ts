import { api } from '@sterling/contract/api.ts';
import type { Decoded, ReplyOf } from '@sterling/contract/endpoint.ts';
import { Id } from '@sterling/contract/fields.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { currentLanguage, phrase, t, text } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import { type CsvColumn, sendCsv } from '../../platform/http/csv.ts';
import { handle, type Route, type RouteCall } from '../../platform/http/route.ts';
import { refuseNoChange } from '../../platform/input.ts';
import { openFlights } from '../../platform/limits/flights.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireWorkingProxy } from '../proxies/proxies.lookups.ts';
import { activeProxyOf } from '../proxies/proxies.reads.ts';
import { openProxyRoute } from '../proxies/proxy-route.ts';
import { COOKIE_REFUSED, isOffSale, type OffSale } from './off-sale.rules.ts';
import { checkAccount, checkCookie } from './roblox-accounts.lookups.ts';
import { accountFigures, accountPages, listAccounts, readAccount } from './roblox-accounts.reads.ts';
import {
  activate,
  addAccount,
  changeFulfilment,
  changeProxy,
  changeRate,
  deactivate,
  recordSeen,
  refuseRate,
  removeAccount,
  replaceCookie,
  type SeenAccount,
} from './roblox-accounts.ts';

type Outside = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

/** A seller's accounts. Another seller's account is answered like a missing one. */
export const robloxAccountRoutes = (services: Outside): Route[] => [
  ...listRoutes(services),
  ...changeRoutes(services),
  ...sessionRoutes(services),
];

const CSV_COLUMNS: readonly CsvColumn<RobloxAccount>[] = [
  { name: 'Added', value: ({ createdAt }) => createdAt },
  { name: 'Username', value: ({ username }) => username },
  { name: 'Roblox ID', value: ({ robloxUserId }) => robloxUserId },
  {
    name: 'Status',
    value: ({ status, isActive }) => (status === 'online' && !isActive ? 'offline' : status),
  },
  { name: 'Reason', value: ({ statusReason }) => statusReason },
  { name: 'Fulfilment', value: ({ fulfilment }) => fulfilment },
  { name: 'Rate USD per 1000', value: ({ ratePerThousand }) => dollarsOf(ratePerThousand) },
  { name: 'Robux', value: ({ robuxBalance }) => robuxBalance },
  { name: 'Reserved Robux', value: ({ reservedRobux }) => reservedRobux },
  { name: 'Robux sold', value: ({ totalSold }) => totalSold },
  { name: 'Proxy', value: ({ proxy }) => proxy && `${proxy.host}:${proxy.port}` },
  { name: 'ID', value: ({ id }) => id },
];

function listRoutes(services: Outside): Route[] {
  const { db, vault } = services;
  return [
    handle(api.robloxAccounts.csv, async ({ user, query, reply }) =>
      sendCsv(reply, 'sterling-accounts.csv', CSV_COLUMNS, accountPages(db, user.id, query)),
    ),
    handle(api.robloxAccounts.list, async ({ user, query, total }) => {
      const { accounts, total: count } = await listAccounts(db, user.id, query);
      total(count);
      return accounts;
    }),
    handle(api.robloxAccounts.figures, ({ user }) => accountFigures(db, user.id)),
    handle(api.robloxAccounts.add, async ({ user, body, request, write }) => {
      refuseRate(body.ratePerThousand);
      if (body.ownershipConfirmed === false) refuse('ownership_not_confirmed');
      const proxyId = await chosenProxy(services, user.id, body);
      const route = await openProxyRoute(services, user.id, proxyId);
      const seen = await checkCookie(services, user.id, body.cookie, route);
      return write(async (tx) => {
        const account = { seen, rateCents: body.ratePerThousand, proxyId, ip: request.ip };
        return readAccount(tx, user.id, await addAccount(tx, vault, user.id, account));
      });
    }),
  ];
}

function changeRoutes(services: Outside): Route[] {
  const { db } = services;
  return [
    handle(api.robloxAccounts.update, async ({ user, params: { id }, body, write }) => {
      const { status, ratePerThousand, proxyId, fulfilment } = body;
      refuseNoChange(body);
      if (ratePerThousand !== undefined) refuseRate(ratePerThousand);
      await readAccount(db, user.id, id);
      if (proxyId != null) await requireWorkingProxy(services, user.id, proxyId);
      const seen = status === 'online' ? await checkBeforeActivation(services, id, { proxyId }) : null;
      return write(async (tx) => {
        if (ratePerThousand !== undefined) await changeRate(tx, id, ratePerThousand);
        if (proxyId !== undefined) await changeProxy(tx, user.id, id, proxyId);
        if (fulfilment !== undefined) await changeFulfilment(tx, id, fulfilment);
        if (seen) await activate(tx, id, seen);
        if (status === 'offline') await deactivate(tx, id);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.bulk, async ({ user, body: { ids, action, ratePerThousand }, write }) => {
      if (action === 'rate') {
        refuseRate(
          ratePerThousand ??
            refuse('invalid_amount', {
              hint: phrase('Enter a rate.'),
              details: { ratePerThousand: text('is missing') },
            }),
        );
      }
      const results: BulkResult[] = [];
      for (const id of new Set(ids)) {
        results.push(
          await resultOf(id, changeOne(services, write, { userId: user.id, id, action, ratePerThousand })),
        );
      }
      return { results };
    }),
  ];
}

function sessionRoutes(services: Outside): Route[] {
  const { db, vault } = services;
  const refreshes = openFlights<SeenAccount | OffSale>();
  return [
    handle(api.robloxAccounts.updateCookie, async ({ user, params: { id }, body, write }) => {
      const { proxyId } = await readAccount(db, user.id, id);
      const route = await openProxyRoute(services, user.id, proxyId);
      const seen = await checkCookie(services, user.id, body.cookie, route);
      return write(async (tx) => {
        await replaceCookie(tx, vault, id, seen);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.refreshBalance, async ({ user, params: { id }, write }) => {
      await readAccount(db, user.id, id);
      const seen = await refreshes
        .join(id, () => checkAccount(services, id))
        .catch(async (error: unknown) => {
          // the account may have been removed meanwhile
          await readAccount(db, user.id, id);
          throw error;
        });
      return write(async (tx) => {
        if (!isOffSale(seen)) await recordSeen(tx, id, seen);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.remove, async ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await readAccount(tx, user.id, id);
        await removeAccount(tx, id);
        return { success: true };
      }),
    ),
  ];
}

/** The proxy of a new account; null: none. Refuses with invalid_proxy if `useProxy` is set and no proxy is active. */
async function chosenProxy(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { proxyId = null, useProxy }: Pick<Decoded<typeof api.robloxAccounts.add, 'body'>, 'proxyId' | 'useProxy'>,
): Promise<string | null> {
  if (proxyId !== null || !useProxy) return proxyId;
  return (
    (await activeProxyOf(db, userId)) ??
    refuse('invalid_proxy', { hint: phrase('You have no active proxy.') })
  );
}

type BulkAction = Pick<Decoded<typeof api.robloxAccounts.bulk, 'body'>, 'action' | 'ratePerThousand'>;

/** Changes one account of a bulk call in its own transaction. Returns what its seller should know, if anything. */
async function changeOne(
  services: Outside,
  write: RouteCall<never>['write'],
  { userId, id, action, ratePerThousand }: BulkAction & { readonly userId: string; readonly id: string },
) {
  // a long call asks Roblox for no further account once its caller has signed out
  await write((tx) => readAccount(tx, userId, z.parse(Id, id)));
  const seen = action === 'activate' ? await checkBeforeActivation(services, id) : null;
  return write(async (tx) => {
    const { priceRule } = await readAccount(tx, userId, id);
    if (seen) {
      await activate(tx, id, seen);
      // Roblox or Sterling may keep the account off sale
      return (await readAccount(tx, userId, id)).statusReason;
    }
    if (action === 'rate') await changeRate(tx, id, ratePerThousand!);
    else await (action === 'delete' ? removeAccount(tx, id) : deactivate(tx, id));
    return action === 'rate' && priceRule
      ? t('Your price rule “{name}” will set its rate again.', { name: priceRule.name })
      : null;
  });
}

type BulkResult = ReplyOf<typeof api.robloxAccounts.bulk>['results'][number];

/** The result for one account, with the refusal or the note of `work` as text for the seller. */
async function resultOf(id: string, work: Promise<string | null>): Promise<BulkResult> {
  try {
    const message = await work;
    return { id, ok: true, ...(message !== null && { message }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, hint } = error;
    const translated = error.in(currentLanguage());
    return { id, ok: false, message, ...(hint && { hint }), translated };
  }
}

/** Checks an account before it goes on sale. Refuses if its cookie no longer works. */
async function checkBeforeActivation(
  services: Outside,
  id: string,
  through: { proxyId?: string | null | undefined } = {},
): Promise<SeenAccount> {
  const seen = await checkAccount(services, id, through);
  if (!isOffSale(seen)) return seen;
  // the refusal itself says that the cookie does not work
  const hint = seen.reason === COOKIE_REFUSED ? phrase('Update the cookie.') : seen.reason;
  return refuse(REFUSED_AS[seen.status], { hint });
}

const REFUSED_AS = {
  invalid_cookie: 'invalid_cookie',
  '2fa_required': 'two_factor_required',
  offline: 'invalid_cookie',
} as const;
