import type { RefusalCode } from '@sterling/contract/errors.ts';
import { type Phrase, phrase, text } from '@sterling/contract/texts.ts';
import { translateStored, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
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

function refusalOf(trouble: Trouble): [code: RefusalCode, hint?: Phrase] {
  switch (trouble.kind) {
    case 'invalid_cookie':
      return ['invalid_cookie'];
    case 'moderated':
      return ['invalid_cookie', phrase('Roblox has moderated this account.')];
    case 'challenge':
      return ['two_factor_required', challengeHint(trouble.type, WITH_VALUES.cookieVerification)];
    case 'proxy':
      return ['invalid_proxy', phrase('The proxy does not let us through to Roblox.')];
    case 'rate_limited':
      return ['outside_failed', phrase('Roblox is rate-limiting us. Try again in a minute.')];
    default:
      return ['outside_failed', phrase('Roblox did not answer properly. Try again in a moment.')];
  }
}

/**
 * What a person can do about a check that Roblox wants. Sterling never solves one. `sentence` is about an account that is
 * for sale, or about a cookie that a call has just sent.
 */
export const challengeHint = (
  type: string,
  sentence: typeof WITH_VALUES.verification | typeof WITH_VALUES.cookieVerification,
): Phrase => ({
  text: sentence,
  values: { check: () => translateStored(CHECKS[type] ?? type) },
});

/** Readable names of Roblox checks whose codes join several words. */
const CHECKS: Readonly<Record<string, string>> = {
  twostepverification: text('two-step verification'),
  forcetwostepverification: text('set up two-step verification'),
  forceauthenticator: text('set up an authenticator app'),
  securityquestions: text('security questions'),
  proofofwork: text('proof of work'),
  proofofspace: text('proof of space'),
  privateaccesstoken: text('private access token'),
  deviceintegrity: text('device integrity'),
  phoneverification: text('phone verification'),
  emailverification: text('email verification'),
  blocksession: text('blocked session'),
};
