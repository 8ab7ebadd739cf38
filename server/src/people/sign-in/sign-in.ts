import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DiscordPerson } from '../../outside/discord.ts';
import { recordSignIn } from '../../platform/audit/audit.ts';
import { inTransaction, readClock } from '../../platform/db/pool.ts';
import { hasChosenLanguage, languageOf, setLanguageCookie } from '../../platform/http/request-language.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { traceRequest } from '../../platform/http/trace-request.ts';
import type { Services } from '../../services.ts';
import { sessionToken } from '../sessions/sessions.reads.ts';
import { createSession, endSession, sessionIdOf } from '../sessions/sessions.ts';
import { signInUser } from '../users/users.ts';
import { ATTEMPT_SECONDS, type Attempt, openAttempt, sealAttempt, useAttempt } from './attempts.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, deviceIn, noteDevice } from './devices.ts';
import {
  REFERRER_COOKIE,
  REFERRER_SECONDS,
  rememberedReferrer,
  rememberReferrers,
} from './referrer-cookie.ts';
import { signInCookie } from './sign-in-cookie.ts';

const ATTEMPT_COOKIE = 'sterling-sign-in';
const CALLBACK = '/auth/discord/callback';

/** Adds `/auth/discord` and its callback. Both are browser navigation, so every outcome is a redirect. */
export function addSignIn(
  app: FastifyInstance,
  services: Services,
  ownOrigin: (request: FastifyRequest) => string,
): void {
  const { config, db, discord, log, vault } = services;
  const attempts = signInCookie(config.mode, ATTEMPT_COOKIE, ATTEMPT_SECONDS);
  const devices = signInCookie(config.mode, DEVICE_COOKIE, DEVICE_SECONDS);
  const referrers = signInCookie(config.mode, REFERRER_COOKIE, REFERRER_SECONDS);
  rememberReferrers(app, referrers);

  app.get('/auth/discord', async (request, reply) => {
    const query = request.query as Record<string, string | string[] | undefined>;
    // a link on another site must not replace the session without a question
    const silent = query.prompt === 'none' && request.headers['sec-fetch-site'] !== 'cross-site';
    const { url, attempt } = await discord.begin(ownOrigin(request) + CALLBACK, { silent });
    const begun = { ...attempt, returnTo: ownPath(query.return), silent };
    attempts.set(reply, sealAttempt(vault, begun, await readClock(db)));
    return reply.redirect(url);
  });

  app.get(CALLBACK, (request, reply) =>
    traceRequest({ method: 'GET', path: CALLBACK }, request, reply, () => finish(request, reply)),
  );

  async function finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Record<string, string | undefined>;
    const attempt = await openAttempt(db, vault, attempts.read(request), query.state);
    attempts.clear(reply);
    // Discord is not asked before the attempt is known to be ours and new
    if (!attempt || !(await useAttempt(db, attempt))) return reply.redirect('/login?error=invalid_state');
    if (query.error) return refusedByDiscord(reply, query.error, attempt);
    const callback = new URL(request.url, ownOrigin(request));
    const person = await discord.finish(callback, attempt).catch((error: Error) => {
      log.warn({ reason: error.message }, 'sign-in failed');
      return null;
    });
    if (!person) return reply.redirect(failedPage('discord_failed', attempt));
    const device = deviceIn(devices.read(request));
    const referrerCode = rememberedReferrer(request, referrers);
    // only a first sign-in can record a referrer
    referrers.clear(reply);
    const signedIn = await startSession(services, request, person, { device, referrerCode });
    if (!signedIn) return reply.redirect('/login?error=banned');
    setSessionCookie(reply, config.mode, signedIn.token);
    if (!hasChosenLanguage(request)) setLanguageCookie(reply, config.mode, signedIn.language);
    devices.set(reply, device);
    return reply.redirect(attempt.returnTo ?? (signedIn.isNew ? '/role-selection' : '/dashboard'));
  }
}

/** Signs in a person of Discord, in place of the browser's earlier session. Null: they are banned. */
function startSession(
  { config, db, vault }: Pick<Services, 'config' | 'db' | 'vault'>,
  request: FastifyRequest,
  person: DiscordPerson,
  { device, referrerCode }: { readonly device: string; readonly referrerCode: string | null },
) {
  const earlier = sessionToken(request, config.mode);
  const isNamed = config.ownerDiscordIds.includes(person.id);
  const language = languageOf(request);
  return inTransaction(db, async (tx) => {
    const user = await signInUser(tx, vault, person, { isNamed, referrerCode, language });
    if (!user) return null;
    if (earlier) await endSession(tx, earlier);
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    await noteDevice(tx, user.id, device, from);
    const token = await createSession(tx, user.id, from);
    await recordSignIn(tx, { id: await sessionIdOf(tx, token), userId: user.id, ip: request.ip });
    return { ...user, token };
  });
}

/** Without a prompt, Discord may require the user's interaction. The user then returns to the dashboard with an error. */
function refusedByDiscord(reply: FastifyReply, error: string, attempt: Attempt): FastifyReply {
  return reply.redirect(
    attempt.silent && error !== 'access_denied'
      ? '/dashboard?error=login_required'
      : failedPage('access_denied', attempt),
  );
}

/** The next sign-in from this page still returns to where the first one started. */
const failedPage = (error: string, { returnTo }: Attempt): string =>
  `/login?${new URLSearchParams({ error, ...(returnTo && { return: returnTo }) })}`;

/** A path of this site; null for anything that a browser could resolve to another host. */
function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\'))
    return null;
  const base = 'http://own.invalid';
  const url = URL.parse(value, base);
  if (url?.origin !== base) return null;
  const path = url.pathname + url.search + url.hash;
  // '/.//other.example' becomes '//other.example', which names another host
  return path.startsWith('//') ? null : path;
}
