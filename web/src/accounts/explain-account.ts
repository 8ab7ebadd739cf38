import { inOwnWords } from '../own-words.ts';

/** Why something with an account did not work, with the hint after it. */
export const explainAccount = (error: unknown): string =>
  inOwnWords(error, ['account_exists', 'cookie_of_another', 'open_orders', 'invalid_proxy']);
