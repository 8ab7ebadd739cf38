import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a given text is a secret. Compares hashes, so that neither length nor time tells how much of a guess is right. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
