import { refusalMessage } from '../../data/refusal-message.ts';

/** Explains why an action on an account failed, followed by the hint. */
export const explainAccount = (error: unknown): string =>
  refusalMessage(error, ['account_exists', 'cookie_of_another', 'open_orders', 'invalid_proxy']);
