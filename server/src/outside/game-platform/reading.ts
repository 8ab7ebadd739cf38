import { setTimeout as wait } from 'node:timers/promises';
import { type Robux, robux } from '@sterling/contract/money.ts';
import * as z from 'zod/mini';
import type { GameSession, PastPurchase, ProxyRoute } from '../game-platform.ts';
import { OutsideName } from '../outside-name.ts';
import type { Caller } from './call.ts';

/** Roblox ids are numbers above 2^31. Sterling stores them as text. */
export const GameId = z.pipe(
  z.union([z.number().check(z.int(), z.nonnegative()), z.string().check(z.regex(/^\d{1,16}$/))]),
  z.transform((id: number | string) => String(id)),
);
const Whole = z.number().check(z.int());

/** An amount that Roblox may leave out. A negative one tells nothing. */
export const robuxOrNull = (amount: number | null | undefined): Robux | null =>
  amount == null || amount < 0 ? null : robux(amount);

const Person = z.object({ id: GameId, name: OutsideName });

/** The account that the cookie signs in. */
export async function readWhoAmI(
  { read }: Caller,
  session: GameSession,
): Promise<{ id: string; name: string }> {
  return read({ host: 'users', path: '/v1/users/authenticated', session }, Person);
}

/** Bracket 0 is 13 or older. Any other bracket counts as a child. */
const AgeBracket = z.object({ ageBracket: Whole });
const BRACKET_OF_13_AND_OLDER = 0;

/** Whether Roblox says that the owner of the account is younger than 13. */
export async function readIsUnder13({ read }: Caller, session: GameSession): Promise<boolean> {
  const path = '/v1/users/authenticated/age-bracket';
  return (await read({ host: 'users', path, session }, AgeBracket)).ageBracket !== BRACKET_OF_13_AND_OLDER;
}

const Currency = z.object({ robux: Whole.check(z.nonnegative()) });

/** The Robux that the account can spend now. */
export async function readBalance({ read }: Caller, session: GameSession): Promise<Robux> {
  return robux((await read({ host: 'economy', path: '/v1/user/currency', session }, Currency)).robux);
}

const Named = z.object({ data: z.array(z.object({ id: GameId })) });

/** The id of a Roblox user. Null if no user has this name. */
export async function readUserId({ read }: Caller, username: string): Promise<string | null> {
  const text = JSON.stringify({ usernames: [username], excludeBannedUsers: false });
  const body = { type: 'application/json', text };
  const { data } = await read({ host: 'users', path: '/v1/usernames/users', method: 'POST', body }, Named);
  return data[0]?.id ?? null;
}

const Profile = z.object({ description: z.string() });

/** The text that a Roblox user wrote into their profile. */
export async function readProfileText({ read }: Caller, userId: string): Promise<string> {
  return (await read({ host: 'users', path: `/v1/users/${userId}` }, Profile)).description;
}

const MAX_HEADSHOTS = 100;
const HEADSHOT_PAUSES_MS = [150, 400, 900];
const Headshots = z.object({
  data: z.array(
    z.object({ targetId: GameId, state: z.string(), imageUrl: z.optional(z.nullable(z.string())) }),
  ),
});

/** Reads portrait URLs. Pending portraits are requested again, at most three times. */
export async function readHeadshots(
  { read }: Caller,
  userIds: readonly string[],
  route: ProxyRoute,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let wanted = userIds.slice(0, MAX_HEADSHOTS);
  for (const pauseMs of [...HEADSHOT_PAUSES_MS, null]) {
    if (wanted.length === 0) break;
    const query = `userIds=${wanted.join(',')}&size=150x150&format=Png&isCircular=false`;
    const { data } = await read(
      { host: 'thumbnails', path: `/v1/users/avatar-headshot?${query}`, route },
      Headshots,
    );
    for (const { targetId, state, imageUrl } of data) {
      if (state === 'Completed' && imageUrl && /^https?:\/\//.test(imageUrl)) found.set(targetId, imageUrl);
    }
    wanted = data.filter(({ state }) => state === 'Pending').map(({ targetId }) => targetId);
    if (wanted.length > 0 && pauseMs !== null) await wait(pauseMs);
  }
  return found;
}

/** Whether a Roblox account owns a gamepass now. */
export async function readOwnership({ read }: Caller, userId: string, passId: string): Promise<boolean> {
  return read(
    { host: 'inventory', path: `/v1/users/${userId}/items/GamePass/${passId}/is-owned` },
    z.boolean(),
  );
}

const Transactions = z.object({
  data: z.array(
    z.object({
      idHash: z.optional(z.nullable(z.string())),
      purchaseToken: z.optional(z.nullable(z.string())),
      created: z.string(),
      details: z.optional(z.nullable(z.object({ id: z.optional(GameId), type: z.optional(z.string()) }))),
      currency: z.object({ amount: Whole, type: z.string() }),
    }),
  ),
});

/**
 * Reads the newest hundred purchases of gamepasses. `token` is the purchase token, or the row's hash, because row ids
 * are often 0.
 */
export async function readPurchases(
  { read }: Caller,
  session: GameSession,
  userId: string,
): Promise<PastPurchase[]> {
  const query = 'transactionType=Purchase&itemPricingType=PaidAndLimited&limit=100&cursor=';
  const path = `/transaction-records/v1/users/${userId}/transactions?${query}`;
  const { data } = await read({ host: 'apis', path, session }, Transactions);
  return data.flatMap(({ details, currency, created, purchaseToken, idHash }) => {
    if (!details?.id || !/^game ?pass$/i.test(details.type ?? '') || currency.type !== 'Robux') return [];
    const token = purchaseToken ?? idHash ?? '';
    return [{ passId: details.id, amount: robux(-currency.amount), at: new Date(created), token }];
  });
}
