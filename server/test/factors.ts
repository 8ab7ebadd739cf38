import { Secret, TOTP } from 'otpauth';
import { createSession } from '../src/people/sessions/sessions.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { type Called, type Caller, caller, type TestApp } from './app.ts';
import { type SoftPasskey, softPasskey } from './passkey.ts';

/** An authenticator app with the codes of the present and the next half minute. */
export interface SoftApp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that set it up, which is used up. */
  readonly firstCode: string;
  code(stepsAhead?: number): string;
}

const PERIOD_MS = 30_000;

/** Sets up an authenticator app for a person. Their session counts as checked afterwards. */
export async function enrolApp(who: Pick<Caller, 'call'>, name = 'Phone'): Promise<SoftApp> {
  const { body } = await who.call('POST', '/api/factors/totp/secret');
  const secret = String(body.secret);
  const code = (stepsAhead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + stepsAhead * PERIOD_MS,
    });
  const firstCode = code();
  const added = await who.call('POST', '/api/factors/totp', { name, code: firstCode });
  if (added.status !== 201) throw new Error(`enrolment answered ${added.status}: ${added.body.message}`);
  return { secret, code, firstCode, recoveryCodes: (added.body.recoveryCodes ?? []) as string[] };
}

/** Sets up a passkey for a person. */
export async function enrolPasskey(who: Pick<Caller, 'call'>, name = 'Laptop'): Promise<SoftPasskey> {
  const passkey = softPasskey();
  const { body: options } = await who.call('POST', '/api/factors/passkeys/options');
  const added = await who.call('POST', '/api/factors/passkeys', { name, answer: passkey.enrol(options) });
  if (added.status !== 201) throw new Error(`enrolment answered ${added.status}: ${added.body.message}`);
  return passkey;
}

/** A second session of a person, on their phone. */
export async function secondSession(world: TestApp, of: Pick<Caller, 'id'>): Promise<Pick<Caller, 'call'>> {
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, of.id, { ip: '10.0.0.7', userAgent: 'phone' }),
  );
  return caller(world.app, `sterling=${token}`);
}

/** Makes the last check of a person's sessions older than it may be. */
export const ageChecks = (world: TestApp, who: Pick<Caller, 'id'>, minutes = 11): Promise<unknown> =>
  world.database.asOwner(
    `update sessions set checked_at = checked_at - $1 * interval '1 minute' where user_id = $2`,
    [minutes, who.id],
  );

/** Forgets which code was used last, so that a test need not wait for the next half minute. */
export const forgetSteps = (world: TestApp): Promise<unknown> =>
  world.database.asOwner('update factors set last_step = 0 where last_step > 0');

export const checkByCode = (who: Pick<Caller, 'call'>, code: string): Promise<Called> =>
  who.call('POST', '/api/factors/check', { kind: 'totp', code });
