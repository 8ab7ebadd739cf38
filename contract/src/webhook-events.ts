import * as z from 'zod/mini';
import { Scope } from './api-credentials.ts';
import { Side, Time } from './fields.ts';
import { Stage } from './transactions.ts';

/** Dollars as text with two decimals. */
const UsdAsText = z.string();
/** LTC as text with eight decimals. */
const LtcAsText = z.string();
/** Whole Robux as text. */
const RobuxAsText = z.string();

const event = <Type extends string, Shape extends z.core.$ZodShape>(type: Type, data: Shape) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: Time,
    data: z.object(data),
  });

const order = { orderId: z.string(), robux: RobuxAsText, usd: UsdAsText };
const standingOrder = {
  standingOrderId: z.string(),
  robux: RobuxAsText,
  gamepass: z.string(),
  reason: z.string(),
};
const trade = {
  tradeId: z.string(),
  /** Dollars that the buyer paid. */
  usd: UsdAsText,
  /** Dollars that the seller earns. */
  earnedUsd: UsdAsText,
  /** Whether staff decided a dispute. */
  decided: z.boolean(),
};
const deposit = { depositId: z.string(), ltc: LtcAsText, usd: UsdAsText };
const withdrawal = { withdrawalId: z.string(), usd: UsdAsText };
const factor = { kind: z.enum(['passkey', 'totp']), name: z.string() };

/**
 * The body of a webhook request: a code with values. `reason`, names and labels are texts for people. New types
 * and new fields may be added. Receivers must ignore those that they do not know.
 */
export const WebhookEvent = z.discriminatedUnion('type', [
  event('order.completed', {
    ...order,
    state: z.literal('completed'),
    /** Only of a split order that was bought in part: the Robux of the other parts, and the dollars that came back for them. */
    missingRobux: z.optional(RobuxAsText),
    backUsd: z.optional(UsdAsText),
  }),
  event('order.failed', { ...order, state: z.literal('failed'), reason: z.string() }),
  event('order.refused', { ...order, state: z.literal('failed'), reason: z.string() }),
  event('order.sold', { ...order, state: z.literal('completed') }),
  event('order.to_buy', { ...order, state: z.literal('processing') }),
  event('pre_order.matched', { ...order, state: z.literal('pending') }),
  event('price_alert.met', {
    alertId: z.string(),
    robux: RobuxAsText,
    /** Dollars per 1000 Robux. */
    rateUsd: UsdAsText,
    /** Robux for sale at this rate or less. */
    metRobux: RobuxAsText,
    state: z.literal('met'),
  }),
  event('standing_order.skipped', { ...standingOrder, state: z.literal('active') }),
  /** Three rounds in a row were skipped. */
  event('standing_order.paused', { ...standingOrder, state: z.literal('paused') }),
  event('trade.bought', { ...trade, state: z.literal('pending') }),
  event('trade.delivered', { ...trade, state: z.literal('delivered') }),
  event('trade.disputed', { ...trade, state: z.literal('disputed') }),
  event('trade.completed', { ...trade, state: z.literal('completed') }),
  /** Staff decided a dispute for the seller. The buyer gets this event. */
  event('trade.lost', { ...trade, state: z.literal('completed') }),
  event('trade.refunded', { ...trade, state: z.literal('cancelled') }),
  event('trade.cancelled', { ...trade, state: z.literal('cancelled') }),
  /** The server was restored to an earlier state. The time to confirm starts again. */
  event('trade.restored', { ...trade, state: z.literal('delivered') }),
  /** The seller was banned after the delivery. It is not confirmed automatically. The buyer gets this event. */
  event('trade.seller_banned', { ...trade, state: z.literal('delivered') }),
  /** Someone wrote in the trade. Several messages within five minutes may be one event. */
  event('trade.message', { tradeId: z.string(), by: z.enum(['buyer', 'seller', 'staff']), state: Stage }),
  event('deposit.credited', { ...deposit, state: z.literal('completed') }),
  event('deposit.reversed', { ...deposit, state: z.literal('reversed') }),
  event('withdrawal.requested', { ...withdrawal, state: z.literal('pending'), address: z.string() }),
  event('withdrawal.sent', { ...withdrawal, state: z.literal('pending') }),
  event('withdrawal.confirmed', { ...withdrawal, state: z.literal('completed') }),
  event('withdrawal.cancelled', { ...withdrawal, state: z.literal('cancelled') }),
  event('withdrawal.failed', { ...withdrawal, state: z.literal('failed'), reason: z.string() }),
  /** Staff added money to a wallet, or took some from it. */
  event('wallet.corrected', {
    usd: UsdAsText,
    direction: z.enum(['in', 'out']),
    wallet: Side,
  }),
  event('account.off_sale', {
    accountId: z.string(),
    username: z.string(),
    state: z.enum(['invalid_cookie', '2fa_required', 'offline']),
    /** Only with the state `offline`. */
    reason: z.optional(z.string()),
  }),
  /** All accounts of a seller are paused until staff has reviewed them. */
  event('account.all_paused', { reason: z.string() }),
  /** Together, the accounts can sell less than the seller's threshold. */
  event('account.low_stock', { robux: RobuxAsText, threshold: RobuxAsText }),
  /** A price rule took accounts off sale, because following needs a rate below its floor. At most one event an hour for each rule. */
  event('price_rule.paused', {
    priceRuleId: z.string(),
    name: z.string(),
    /** Dollars per 1,000 Robux. */
    floorUsd: UsdAsText,
    state: z.literal('paused'),
  }),
  event('security.new_device', { device: z.string(), ip: z.string() }),
  event('security.address_added', { label: z.string(), address: z.string(), until: Time }),
  event('security.wait_shortened', { hours: z.string(), from: Time }),
  /** Also when a shortening was cancelled. */
  event('security.wait_lengthened', { hours: z.string() }),
  event('security.factor_added', factor),
  event('security.factor_removed', factor),
  /** An answer of a passkey with a counter that was used before. */
  event('security.passkey_copied', { name: z.string() }),
  event('security.recovery_codes_renewed', {}),
  event('security.recovery_code_used', { left: z.string() }),
  event('security.factor_reset_requested', { until: Time }),
  event('security.factor_reset_cancelled', {}),
  event('security.factor_reset_done', {}),
  event('security.api_credential_created', { name: z.string(), scopes: z.array(Scope) }),
  event('security.api_credential_revoked', { name: z.string() }),
  event('security.access_ended', {
    cause: z.enum(['person', 'staff', 'factor_reset', 'banned']),
    tokens: z.string(),
    webhooks: z.string(),
    discord: z.boolean(),
    standingOrders: z.optional(z.string()),
    imports: z.optional(z.string()),
    priceRules: z.optional(z.string()),
    preOrders: z.optional(z.string()),
    withdrawals: z.optional(z.string()),
  }),
  event('security.standing_order_added', {
    robux: RobuxAsText,
    /** Dollars at the maximum rate. */
    maxUsd: UsdAsText,
    gamepass: z.string(),
  }),
  /** Dollars per 1,000 Robux. */
  event('security.price_rule_added', { name: z.string(), floorUsd: UsdAsText, ceilingUsd: UsdAsText }),
  /** Once until its seller has read the news. */
  event('security.price_rule_changed', { name: z.string() }),
  event('security.discord_webhook_set', { webhookId: z.string() }),
  /** The Discord webhook was removed, or gets no more news about security. */
  event('security.discord_messages_ended', {}),
  event('security.webhook_added', { host: z.string() }),
  event('security.webhook_secret_changed', { host: z.string() }),
  /** The person removed a webhook or switched it off, or it gets no more events about security. */
  event('security.webhook_silenced', { host: z.string() }),
  event('security.webhook_switched_off', { host: z.string(), reason: z.enum(['failing', 'gone']) }),
  /** Sent on request, to test a webhook. */
  event('webhook.test', {}),
]);
export type WebhookEvent = z.output<typeof WebhookEvent>;
