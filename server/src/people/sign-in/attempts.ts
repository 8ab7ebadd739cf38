import * as z from 'zod/mini';
import type { SignInAttempt } from '../../outside/discord.ts';
import type { Db } from '../../platform/db/pool.ts';
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

/** Encrypts an attempt for the visitor's cookie. Only this service can make or read one. */
export function sealAttempt(vault: Pick<Vault, 'seal'>, attempt: Attempt): string {
  return vault.seal(JSON.stringify({ ...attempt, begunAt: Date.now() }), CONTEXT).toString('base64url');
}

/** The attempt of a cookie, if this service made it for this state within the last minutes; otherwise null. */
export function openAttempt(
  vault: Pick<Vault, 'open'>,
  cookie: string | undefined,
  state: unknown,
): Attempt | null {
  if (!cookie || typeof state !== 'string') return null;
  try {
    const text = vault.open(Buffer.from(cookie, 'base64url'), CONTEXT);
    const { begunAt, ...attempt } = z.parse(Sealed, JSON.parse(text));
    const isFresh = Date.now() - begunAt <= ATTEMPT_SECONDS * 1000;
    return isFresh && isSameSecret(state, attempt.state) ? attempt : null;
  } catch {
    return null;
  }
}

/** Uses an attempt up. Returns false if it was used before. */
export async function useAttempt(db: Db, { state }: Attempt): Promise<boolean> {
  return 'id' in (await countWrite(db, byGuard(CONTEXT, state, 1, USED_SECONDS)));
}
