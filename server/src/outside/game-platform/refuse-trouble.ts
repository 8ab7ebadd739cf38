import type { RefusalCode } from '@sterling/contract/errors.ts';
import { refuse } from '../../refusal.ts';
import { GameTrouble, type Trouble } from '../game-platform.ts';

/** Turns a GameTrouble into a refusal. Throws any other error unchanged. */
export function refuseTrouble(error: unknown): never {
  if (!(error instanceof GameTrouble)) throw error;
  const { trouble } = error;
  const retryAfterSeconds =
    trouble.kind === 'rate_limited' ? (trouble.retryAfterSeconds ?? undefined) : undefined;
  const [code, hint] = refusalOf(trouble);
  return refuse(code, { hint, retryAfterSeconds });
}

function refusalOf(trouble: Trouble): [code: RefusalCode, hint?: string] {
  switch (trouble.kind) {
    case 'invalid_cookie':
      return ['invalid_cookie'];
    case 'moderated':
      return ['invalid_cookie', 'Roblox has moderated this account.'];
    case 'challenge':
      return ['two_factor_required', challengeHint(trouble.type)];
    case 'proxy':
      return ['invalid_proxy', 'The proxy does not let us through to Roblox.'];
    case 'rate_limited':
      return ['outside_failed', 'Roblox is rate-limiting us. Try again in a minute.'];
    default:
      return ['outside_failed', 'Roblox did not answer properly. Try again in a moment.'];
  }
}

/** What an account's owner can do about a check that Roblox wants. Sterling never solves one. */
export const challengeHint = (type: string): string =>
  `Roblox requires verification (${CHECKS[type] ?? type}). Complete it in your own browser, then activate the account again.`;

/** Readable names of Roblox checks whose codes join several words. */
const CHECKS: Readonly<Record<string, string>> = {
  twostepverification: 'two-step verification',
  forcetwostepverification: 'set up two-step verification',
  forceauthenticator: 'set up an authenticator app',
  securityquestions: 'security questions',
  proofofwork: 'proof of work',
  proofofspace: 'proof of space',
  privateaccesstoken: 'private access token',
  deviceintegrity: 'device integrity',
  phoneverification: 'phone verification',
  emailverification: 'email verification',
  blocksession: 'blocked session',
};
