import { text } from '@sterling/contract/texts.ts';
import { normaliseCookie } from '../../outside/game-platform/cookie.ts';
import { challengeHint, refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import {
  type GameSession,
  GameTrouble,
  type ProxyRoute,
  unstoredSession,
} from '../../outside/game-platform.ts';
import { inTransaction, readClock } from '../../platform/db/pool.ts';
import { inEnglish } from '../../platform/language.ts';
import { WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { COOKIE_REFUSED, type OffSale } from './off-sale.rules.ts';
import { takeOffSale } from './off-sale.ts';
import { replaceInOrders } from './order-cookies.ts';
import type { SeenAccount, SeenCookie } from './roblox-accounts.ts';
import { openRobloxSession, replacePasted } from './session.ts';

type Outside = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;
type RobloxUser = Awaited<ReturnType<Services['game']['whoAmI']>>;

/**
 * Checks a cookie that a seller pasted, through the given route. If Roblox rotates it, the new one is stored in the listed
 * account that has the old one, even if another seller listed it, and in the seller's own orders. `rotated` stores it for callers
 * that check it again after a failure. Refuses with invalid_cookie, two_factor_required, invalid_proxy or outside_failed, and with
 * invalid_input for accounts of children.
 */
export async function checkCookie(
  { db, vault, game, log }: Pick<Outside, 'db' | 'vault' | 'game' | 'log'>,
  userId: string,
  pasted: string,
  route: ProxyRoute,
  rotated?: GameSession['rotated'],
): Promise<SeenCookie> {
  const cookie = normaliseCookie(pasted) ?? refuse('invalid_cookie');
  let who: RobloxUser | null = null;
  const session: GameSession = {
    ...unstoredSession(cookie, route),
    rotated: async (fresh) => {
      const holder = who ? { robloxUserId: who.id } : { userId };
      await replacePasted({ db, vault }, holder, session.cookie, fresh);
      await replaceInOrders({ db, vault }, userId, session.cookie, fresh);
      await rotated?.(fresh);
    },
  };
  try {
    who = await game.whoAmI(session);
    // before this answer, only the seller's own accounts could be searched
    if (session.cookie !== cookie)
      await replacePasted({ db, vault }, { robloxUserId: who.id }, cookie, session.cookie);
    const seen = await readProfile({ db, game, log }, session, who);
    if (await game.isUnder13(session))
      refuse('invalid_input', {
        hint: text('Accounts of children under 13 are not accepted.'),
        details: { cookie: text('belongs to an account of a child under 13') },
      });
    return { ...seen, cookie: session.cookie };
  } catch (error) {
    return refuseTrouble(error);
  }
}

/**
 * Checks an account with its stored cookie. A dead cookie, a challenge or moderation takes the account off sale. Returns
 * its profile or why it went off sale; refuses with outside_failed or invalid_proxy. `proxyId` replaces its own proxy. Without
 * `withPicture` the profile has no picture, which saves a call.
 */
export async function checkAccount(
  services: Outside,
  accountId: string,
  { withPicture = true, ...through }: { proxyId?: string | null | undefined; withPicture?: boolean } = {},
): Promise<SeenAccount | OffSale> {
  try {
    return await withSession(services, accountId, through, async (session) =>
      readProfile(services, session, await services.game.whoAmI(session), withPicture),
    );
  } catch (error) {
    const offSale = offSaleFor(error);
    if (!offSale) return refuseTrouble(error);
    await inTransaction(services.db, (tx) => takeOffSale(tx, accountId, offSale));
    return offSale;
  }
}

/** The status that an error of Roblox gives an account. Null if the error says nothing about the account. */
export function offSaleFor(error: unknown): OffSale | null {
  if (!(error instanceof GameTrouble)) return null;
  const { trouble } = error;
  if (trouble.kind === 'invalid_cookie') return { status: 'invalid_cookie', reason: COOKIE_REFUSED };
  if (trouble.kind === 'challenge')
    return {
      status: '2fa_required',
      reason: inEnglish(challengeHint(trouble.type, WITH_VALUES.verification)),
    };
  if (trouble.kind === 'moderated')
    return { status: 'offline', reason: text('Roblox has moderated this account.') };
  return null;
}

async function readProfile(
  { db, game, log }: Pick<Outside, 'db' | 'game' | 'log'>,
  session: GameSession,
  { id, name }: RobloxUser,
  withPicture = true,
): Promise<SeenAccount> {
  const askedAt = await readClock(db);
  const robuxBalance = await game.robuxBalance(session);
  const profilePicture = withPicture ? await headshot({ game, log }, id, session) : null;
  return { robloxUserId: id, username: name, profilePicture, robuxBalance, askedAt };
}

/** The picture is optional: a failure is logged and gives null. */
async function headshot(
  { game, log }: Pick<Outside, 'game' | 'log'>,
  userId: string,
  route: ProxyRoute,
): Promise<string | null> {
  try {
    return (await game.headshots([userId], route)).get(userId) ?? null;
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    log.warn({ err: error }, 'could not read the picture of an account');
    return null;
  }
}

/** Retries once with the newer cookie, because a concurrent call may have rotated the cookie. */
async function withSession<Answer>(
  services: Outside,
  accountId: string,
  through: { proxyId?: string | null | undefined },
  call: (session: GameSession) => Promise<Answer>,
): Promise<Answer> {
  const session = await openRobloxSession(services, accountId, through);
  try {
    return await call(session);
  } catch (error) {
    if (!(error instanceof GameTrouble) || error.trouble.kind !== 'invalid_cookie') throw error;
    const newer = await openRobloxSession(services, accountId, through);
    if (newer.cookie === session.cookie) throw error;
    return call(newer);
  }
}
