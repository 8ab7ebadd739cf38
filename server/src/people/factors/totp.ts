import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Codes of the step before and after are accepted, because clocks differ. */
const WINDOW = 1;

/** A new secret for an authenticator app, in Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from a QR code. */
export const uriOf = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The step of a code, or null if the code is wrong at this time. Callers must accept each step once. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(at.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Sterling',
    label: label || 'Sterling',
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });
}
