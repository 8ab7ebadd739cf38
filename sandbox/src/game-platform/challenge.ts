import { randomUUID } from 'node:crypto';
import { errors, PlatformError } from './errors.ts';
import type { Account } from './rows.ts';

export const CHALLENGES = [
  'captcha',
  'twostepverification',
  'forcetwostepverification',
  'forceauthenticator',
  'reauthentication',
  'securityquestions',
  'proofofwork',
  'proofofspace',
  'rostile',
  'privateaccesstoken',
  'deviceintegrity',
  'phoneverification',
  'emailverification',
  'biometric',
  'chef',
  'blocksession',
  'denied',
] as const;

// At the purchase call, these two challenges have the body of a purchase.
const WITH_PURCHASE_BODY = ['chef', 'blocksession'];

/** The 403 that demands a challenge. The sandbox never lets a caller continue after a challenge, because the product must not solve one. */
export function challengeAnswer(
  account: Account,
  type: string,
  actionType: 'RobuxSpend' | 'Generic',
  purchase?: { productId: number; csrfToken: string },
): PlatformError {
  const challengeId = randomUUID();
  const metadata = {
    userId: String(account.id),
    challengeId,
    shouldShowRememberDeviceCheckbox: false,
    actionType,
    sharedParameters: { genericChallengeId: challengeId, useContinueMode: true },
  };
  const headers = {
    'rblx-challenge-id': challengeId,
    'rblx-challenge-type': type,
    'rblx-challenge-metadata': Buffer.from(JSON.stringify(metadata)).toString('base64'),
    ...(purchase ? { 'x-csrf-token': purchase.csrfToken } : {}),
  };
  const asPurchase = purchase && WITH_PURCHASE_BODY.includes(type);
  const body = asPurchase
    ? { purchased: false, productId: purchase.productId }
    : errors(0, 'Challenge is required to authorize the request');
  return new PlatformError(403, body, headers);
}
