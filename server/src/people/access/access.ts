import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { reviewUnsignedOf } from '../../money/withdrawals/unsigned.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { stopImportsOf } from '../../supply/account-imports/ending.ts';
import { turnOffRulesOf } from '../../supply/price-rules/price-rules.ts';
import { closePreOrdersOf } from '../../trade/pre-orders/pre-orders.ts';
import { pauseStandingOrdersOf } from '../../trade/standing-orders/standing-orders.ts';
import type { AccessEndCause } from '../inbox/access-ended.rules.ts';
import { addNews } from '../inbox/inbox.ts';
import { endDiscordWebhookOf } from '../notifications/notifications.ts';
import { endSessionsOf, expireSessionsOf } from '../sessions/sessions.ts';
import { stopWebhooksOf } from '../webhooks/webhooks.ts';

const IMPORT_STOPPED = text('You were signed out everywhere');
const SIGNED_OUT = text('You were signed out everywhere. Place it again if it was yours');

/**
 * Ends what someone else may have set up or taken over on an account: sessions (except `keptSessionId`), API tokens, standing
 * orders, imports of accounts, price rules, waiting pre-orders, webhooks, the memory of known devices and the Discord webhook. Unsigned withdrawals
 * go to a review. Tells the person what ended, and returns the number of ended sessions. A ban keeps the Discord webhook,
 * because a banned person cannot read their inbox, and pre-orders, because those of a banned person are not matched. Screens
 * name all of this in `web/src/features/sessions/session-texts.ts`.
 */
export async function endAccessOf(
  tx: Tx,
  userId: string,
  cause: AccessEndCause,
  { keptSessionId = null }: { keptSessionId?: string | null } = {},
): Promise<number> {
  // first, because this waits for calls in progress that may add something of the rest
  const sessions =
    cause === 'banned'
      ? await expireSessionsOf(tx, userId)
      : await endSessionsOf(tx, [userId], keptSessionId);
  const tokens = await revokeTokensOf(tx, userId);
  const standingOrders = await pauseStandingOrdersOf(tx, userId);
  const imports = await stopImportsOf(tx, userId, IMPORT_STOPPED);
  const priceRules = await turnOffRulesOf(tx, userId);
  // a ban fails them
  const withdrawals = cause === 'banned' ? 0 : await reviewUnsignedOf(tx, userId);
  const preOrders = cause === 'banned' ? 0 : await closePreOrdersOf(tx, [userId], SIGNED_OUT);
  const webhooks = await stopWebhooksOf(tx, userId, cause === 'banned' ? 'banned' : 'signed_out');
  await forgetDevicesOf(tx, userId);
  // last, because other transactions wait for it when they add news for the person
  const discord = cause !== 'banned' && (await endDiscordWebhookOf(tx, userId)).isEnded;
  const ended = { tokens, webhooks, discord, standingOrders, imports, priceRules, preOrders, withdrawals };
  await addNews(tx, userId, { code: 'access_ended', cause, ...ended });
  return sessions;
}

async function revokeTokensOf(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('apiCredentials')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Makes a person's next sign-in with each device news again. The rows stay, because a person without any would get no news of the
 * next device.
 */
async function forgetDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('knownDevices')
    .set({ hash: sql<Buffer>`sha256(hash)` })
    .where('userId', '=', userId)
    .execute();
}
