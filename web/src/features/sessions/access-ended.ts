import { t } from '@sterling/contract/texts.ts';

/** What ends with the sessions when someone is signed out everywhere: `endAccessOf()` of the server. */
export const ENDS_WITH_SESSIONS = t(
  'API tokens are revoked, webhooks are switched off, and the Discord webhook is removed. Standing orders pause, price rules turn off, account imports stop, waiting pre-orders close, and withdrawals that are not paid yet wait for our review.',
);
