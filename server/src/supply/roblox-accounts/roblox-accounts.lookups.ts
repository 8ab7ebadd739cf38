import { normaliseCookie } from '../../outside/game-platform/cookie.ts';
import { challengeHint, refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import { type GameSession, GameTrouble, type ProxyRoute } from '../../outside/game-platform.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SeenAccount, SeenCookie } from './roblox-accounts.ts';
import { openRobloxSession } from './session.ts';
import { type OffSale, takeOffSale } from './stock.ts';

type Outside = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

/** Tries a pasted cookie that way. Refuses with invalid_cookie, two_factor_required, invalid_proxy or outside_failed, and accounts of children. */
export async function tryCookie(
  { game, log }: Pick<Outside, 'game' | 'log'>,
  pasted: string,
  way: ProxyRoute,
): Promise<SeenCookie> {
  const cookie = normaliseCookie(pasted) ?? refuse('invalid_cookie');
  const session: GameSession = { ...way, cookie, csrf: null, rotated: async () => undefined };
  try {
    const seen = await look({ game, log }, session);
    if (await game.isUnder13(session))
      refuse('invalid_input', {
        message: 'Invalid input: accounts of children under 13 are not taken',
        details: { cookie: 'is of an account of a child under 13' },
      });
    return { ...seen, cookie: session.cookie };
  } catch (error) {
    return refuseTrouble(error);
  }
}

/**
 * Looks at an account with the cookie it has. What that shows of the account's state (dead cookie, challenge,
 * moderation) takes it off sale. Answers what was seen, or the trouble; refuses with outside_failed, or invalid_proxy,
 * when it cannot tell. `proxyId`: goes through that one instead of its own.
 */
export async function lookAgain(
  services: Outside,
  accountId: string,
  through: { proxyId?: string | null | undefined } = {},
): Promise<SeenAccount | OffSale> {
  try {
    return await withSession(services, accountId, through, (session) => look(services, session));
  } catch (error) {
    const offSale = offSaleFor(error);
    if (!offSale) return refuseTrouble(error);
    await inTransaction(services.db, (tx) => takeOffSale(tx, accountId, offSale));
    return offSale;
  }
}

/** How a trouble shows at the account, where it says something about the account. */
export function offSaleFor(error: unknown): OffSale | null {
  if (!(error instanceof GameTrouble)) return null;
  const { trouble } = error;
  if (trouble.kind === 'invalid_cookie') {
    return {
      status: 'invalid_cookie',
      reason: 'Roblox no longer accepts this cookie. Give the account a fresh one.',
    };
  }
  if (trouble.kind === 'challenge') return { status: '2fa_required', reason: challengeHint(trouble.type) };
  if (trouble.kind === 'moderated')
    return { status: 'offline', reason: 'Roblox has moderated this account.' };
  return null;
}

async function look(
  { game, log }: Pick<Outside, 'game' | 'log'>,
  session: GameSession,
): Promise<SeenAccount> {
  const { id, name } = await game.whoAmI(session);
  const askedAt = new Date();
  const robuxBalance = await game.robuxBalance(session);
  const profilePicture = await headshot({ game, log }, id, session);
  return { robloxUserId: id, username: name, profilePicture, robuxBalance, askedAt };
}

/** A portrait is an ornament: without one the account is as good. */
async function headshot(
  { game, log }: Pick<Outside, 'game' | 'log'>,
  userId: string,
  along: ProxyRoute,
): Promise<string | null> {
  try {
    return (await game.headshots([userId], along)).get(userId) ?? null;
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    log.warn({ err: error }, 'no portrait');
    return null;
  }
}

/** Someone else's call may have had the cookie rotated while ours was in progress: then the newer one decides. */
async function withSession<Answer>(
  services: Outside,
  accountId: string,
  through: { proxyId?: string | null | undefined },
  ask: (session: GameSession) => Promise<Answer>,
): Promise<Answer> {
  const session = await openRobloxSession(services, accountId, through);
  try {
    return await ask(session);
  } catch (error) {
    if (!(error instanceof GameTrouble) || error.trouble.kind !== 'invalid_cookie') throw error;
    const newer = await openRobloxSession(services, accountId, through);
    if (newer.cookie === session.cookie) throw error;
    return ask(newer);
  }
}
