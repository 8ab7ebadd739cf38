import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { lookAgain, tryCookie } from './roblox-accounts.asks.ts';
import { listAccounts, readAccount } from './roblox-accounts.reads.ts';
import {
  activate,
  addAccount,
  changeRate,
  deactivate,
  recordSeen,
  refuseRate,
  removeAccount,
  replaceCookie,
} from './roblox-accounts.ts';
import { isOffSale } from './stock.ts';

/** A seller's accounts. A stranger's account is answered as one that does not exist. */
export function robloxAccountRoutes(services: Pick<Services, 'db' | 'vault' | 'game' | 'log'>): Route[] {
  const { db, vault } = services;
  return [
    handle(api.robloxAccounts.list, async ({ user, query, total }) => {
      const { accounts, total: count } = await listAccounts(db, user.id, query);
      total(count);
      return accounts;
    }),
    handle(api.robloxAccounts.add, async ({ user, body, request, once }) => {
      refuseRate(body.ratePerThousand);
      if (body.ownershipConfirmed === false) refuse('ownership_not_confirmed');
      if (body.useProxy || body.proxyId != null) refuse('invalid_proxy', { hint: 'You have no proxies.' });
      const seen = await tryCookie(services, body.cookie);
      return once(async (tx) => {
        const account = { seen, rateCents: body.ratePerThousand, ip: request.ip };
        return readAccount(tx, user.id, await addAccount(tx, vault, user.id, account));
      });
    }),
    handle(api.robloxAccounts.update, async ({ user, params: { id }, body, once }) => {
      const { status, ratePerThousand } = body;
      if (status === undefined && ratePerThousand === undefined) {
        refuse('invalid_input', { message: 'Invalid input: nothing to change' });
      }
      if (ratePerThousand !== undefined) refuseRate(ratePerThousand);
      await readAccount(db, user.id, id);
      const seen = status === 'online' ? await lookAgain(services, id) : null;
      if (seen && isOffSale(seen)) refuse(REFUSED_AS[seen.status], { hint: seen.reason });
      return once(async (tx) => {
        if (ratePerThousand !== undefined) await changeRate(tx, id, ratePerThousand);
        if (seen && !isOffSale(seen)) await activate(tx, id, seen);
        if (status === 'offline') await deactivate(tx, id);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.updateCookie, async ({ user, params: { id }, body, once }) => {
      await readAccount(db, user.id, id);
      const seen = await tryCookie(services, body.cookie);
      return once(async (tx) => {
        await replaceCookie(tx, vault, id, seen);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.refreshBalance, async ({ user, params: { id }, once }) => {
      await readAccount(db, user.id, id);
      const seen = await lookAgain(services, id);
      return once(async (tx) => {
        if (!isOffSale(seen)) await recordSeen(tx, id, seen);
        return readAccount(tx, user.id, id);
      });
    }),
    handle(api.robloxAccounts.remove, async ({ user, params: { id }, once }) =>
      once(async (tx) => {
        await readAccount(tx, user.id, id);
        await removeAccount(tx, id);
        return { success: true };
      }),
    ),
  ];
}

const REFUSED_AS = {
  invalid_cookie: 'invalid_cookie',
  '2fa_required': 'two_factor_required',
  offline: 'invalid_cookie',
} as const;
