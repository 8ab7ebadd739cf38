import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** The code that an authenticator app shows now, or some half minutes later. */
export const totpCode = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsAhead * PERIOD_MS,
  });
