import type { Clock } from '../clock.ts';
import { seededHex } from '../seeded.ts';
import { creatorKey, type State } from '../state.ts';
import type { Account, Creator, Group } from './rows.ts';

const COOKIE_WARNING =
  '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_';

const COOKIE_LIFE_MS = 365 * 86_400_000;

/** Creates a Roblox account. New ids are above 10^10, like those of new Roblox accounts. */
export function makeAccount(
  state: State,
  clock: Clock,
  wanted: { id?: number; username: string; robux: number; createdAt: string },
): Account {
  const id = wanted.id ?? state.next('account', 10_000_001_001);
  return state.accounts.put({
    id,
    username: wanted.username,
    displayName: wanted.username,
    description: '',
    createdAt: wanted.createdAt,
    robux: wanted.robux,
    cookie: seededCookie(`account/${id}`),
    cookieValid: true,
    cookieExpiresAt: clock.now() + COOKIE_LIFE_MS,
    challenge: null,
    challengeOn: 'purchase',
    moderated: false,
    ageBracket: 0,
    countryCode: 'US',
    plusPercent: 0,
    regionFactorPercent: 100,
    restriction: null,
    boundEgress: null,
    hideTransactions: false,
  });
}

/** Replaces an account's cookie. The old value stops working. */
export function rotateCookie(state: State, clock: Clock, account: Account, value?: string): string {
  account.cookie = value ?? seededCookie(`rotation/${account.id}/${state.next('cookie')}`);
  reviveCookie(state, clock, account);
  return account.cookie;
}

/** Makes the account's present cookie valid again, for a year from now. */
export function reviveCookie(state: State, clock: Clock, account: Account): void {
  account.cookieValid = true;
  account.cookieExpiresAt = clock.now() + COOKIE_LIFE_MS;
  state.accounts.put(account);
}

/** Whether the cookie still works. It ends after a year, by a logout, or through the control API. */
export function isCookieAlive(clock: Clock, { cookieValid, cookieExpiresAt }: Account): boolean {
  return cookieValid && cookieExpiresAt > clock.now();
}

/** The account with this username. As at Roblox, case does not matter. */
export function findByName(state: State, username: string): Account | undefined {
  return state.accounts.values().find((account) => account.username.toLowerCase() === username.toLowerCase());
}

/** The account of a cookie, even if the cookie has ended. `isCookieAlive` tells whether it still works. */
export function findByCookie(state: State, cookie: string): Account | undefined {
  return state.accounts.where(cookie)[0];
}

/** The account in the form in which Roblox names the creator of a gamepass. */
export function asCreator(accountId: number): Creator {
  return { creatorType: 'User', creatorTargetId: accountId };
}

/** The key under which transactions and pending sales of an account are stored. */
export function userKey(accountId: number): string {
  return creatorKey(asCreator(accountId));
}

/** The account or group of a creator, or undefined if it does not exist. */
export function holderOf(
  state: State,
  { creatorType, creatorTargetId }: Creator,
): Account | Group | undefined {
  return creatorType === 'User' ? state.accounts.get(creatorTargetId) : state.groups.get(creatorTargetId);
}

/** The display name of an account or a group. */
export function nameOf(holder: Account | Group | undefined): string {
  if (!holder) return '[deleted]';
  return 'username' in holder ? holder.username : holder.name;
}

/** Adds pending Robux that are due to the spendable balance. Call it before reading a balance. */
export function releasePending(state: State, clock: Clock, creator: Creator): void {
  const holder = holderOf(state, creator);
  if (!holder) return;
  for (const sale of state.pendingSales.where(creatorKey(creator))) {
    if (sale.releaseAt > clock.now()) continue;
    holder.robux += sale.amount;
    state.pendingSales.delete(sale.transactionId);
    putHolder(state, holder);
  }
}

/** The Robux of sales that are not yet released. Call `releasePending` before. */
export function pendingRobux(state: State, creator: Creator): number {
  return state.pendingSales.where(creatorKey(creator)).reduce((sum, sale) => sum + sale.amount, 0);
}

function putHolder(state: State, holder: Account | Group): void {
  if ('username' in holder) state.accounts.put(holder);
  else state.groups.put(holder);
}

function seededCookie(name: string): string {
  return COOKIE_WARNING + seededHex(`cookie/${name}`, 480).toUpperCase();
}
