import * as z from 'zod/mini';
import type { SignInAttempt } from '../../outside/discord.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { byGuard, countWrite } from '../../platform/limits/limits.ts';
import { isSameSecret } from '../../platform/same-secret.ts';
import type { Vault } from '../../platform/vault/vault.ts';

/** How long a visitor may take at Discord. */
export const ATTEMPT_SECONDS = 600;
const CONTEXT = 'sign-in attempt';
/** Longer than an attempt lives. */
const USED_SECONDS = 3_600;

export interface Attempt extends SignInAttempt {
  readonly returnTo: string | null;
  /** True for 'Update avatar', which opens Discord without a prompt. */
  readonly silent: boolean;
}

const Sealed = z.strictObject({
  state: z.string(),
  codeVerifier: z.string(),
  returnTo: z.nullable(z.string()),
  silent: z.boolean(),
  begunAt: z.number(),
});

/** Encrypts an attempt for the visitor's cookie. Only this service can make or read one. `begunAt`: by the database's clock. */
export const sealAttempt = (vault: Pick<Vault, 'seal'>, attempt: Attempt, begunAt: Date): string =>
  vault.seal(JSON.stringify({ ...attempt, begunAt: begunAt.getTime() }), CONTEXT).toString('base64url');

/** The attempt of a cookie, if this service made it for this state within the last minutes; otherwise null. */
export async function openAttempt(
  db: Db,
  vault: Pick<Vault, 'open'>,
  cookie: string | undefined,
  state: unknown,
): Promise<Attempt | null> {
  const sealed = unseal(vault, cookie);
  if (!sealed || typeof state !== 'string' || !isSameSecret(state, sealed.state)) return null;
  const { begunAt, ...attempt } = sealed;
  const ageMs = (await readClock(db)).getTime() - begunAt;
  return Math.abs(ageMs) <= ATTEMPT_SECONDS * 1000 ? attempt : null;
}

function unseal(vault: Pick<Vault, 'open'>, cookie: string | undefined): z.output<typeof Sealed> | null {
  try {
    return z.parse(Sealed, JSON.parse(vault.open(Buffer.from(cookie ?? '', 'base64url'), CONTEXT)));
  } catch {
    return null;
  }
}

/** Uses an attempt up. Returns false if it was used before. */
export async function useAttempt(db: Db, { state }: Attempt): Promise<boolean> {
  const once = byGuard(CONTEXT, state, { max: 1, windowSeconds: USED_SECONDS });
  return 'id' in (await countWrite(db, once));
}
