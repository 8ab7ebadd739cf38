import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, Paging, RobuxIn, Time, TimeZone } from './fields.ts';
import { t } from './texts.ts';

/** How many days of health events are kept. */
export const HEALTH_DAYS = 90;

export const HealthCode = z.enum([
  'added',
  'activated',
  'deactivated',
  'on_sale',
  'off_sale',
  'cookie_ended',
  'cookie_renewed',
  'check_required',
  'automatic_stopped',
  'automatic_started',
  'balance_read',
]);
export type HealthCode = z.output<typeof HealthCode>;

/** A change of an account's health. New codes may be added. */
export const HealthEvent = z.object({
  id: z.string(),
  at: Time,
  code: z.string(),
  title: z.string(),
  /** Further details; null without any. */
  text: z.nullable(z.string()),
  /** The seller may have to do something. */
  isTrouble: z.boolean(),
});
export type HealthEvent = z.output<typeof HealthEvent>;

const Earned = {
  /** Dollars of completed orders. */
  earned: Dollars,
  /** Robux of completed orders. */
  robux: z.number(),
  completed: z.number(),
  /** Orders that failed with this account. */
  failed: z.number(),
};

/** How many days, up to today. A year is shown by week. */
export const EarningsDays = z.enum(['7', '30', '90', '365']);
export type EarningsDays = z.output<typeof EarningsDays>;
export const DEFAULT_EARNINGS_DAYS: EarningsDays = '30';

export const AccountEarnings = z.object({
  /** The length of each period. */
  by: z.enum(['day', 'week']),
  /** By the first day of the period, oldest first. Orders count on the day of their end. */
  periods: z.array(z.object({ date: z.string(), ...Earned })),
  /** Of all periods. */
  totals: z.object(Earned),
});
export type AccountEarnings = z.output<typeof AccountEarnings>;

export const accountHistory = {
  earnings: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/{id}/earnings',
    access: 'seller',
    scope: 'read',
    summary: 'What an own account earned, by day or by week',
    params: ById,
    query: z.object({ days: z.optional(EarningsDays), tz: TimeZone }),
    reply: AccountEarnings,
  }),
  healthEvents: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/{id}/health-events',
    access: 'seller',
    scope: 'read',
    summary: `What happened to an own account in the last ${HEALTH_DAYS} days, newest first`,
    params: ById,
    query: z.object(Paging),
    reply: z.array(HealthEvent),
  }),
};

const MAX_ALERT_ROBUX = 1_000_000_000;

export const StockAlert = z.object({
  /** Robux below which the stock is low; null without an alert. */
  robux: z.nullable(z.number()),
  /** Robux that all own accounts together can sell now. */
  forSale: z.number(),
  /** Whether the stock is low, so that the next news follows only after it was enough again. */
  isLow: z.boolean(),
});
export type StockAlert = z.output<typeof StockAlert>;

export const stockAlerts = {
  read: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/stock-alert',
    access: 'seller',
    scope: 'read',
    summary: 'The own alert for low stock',
    reply: StockAlert,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/roblox-accounts/stock-alert',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Set below how many Robux for sale the stock is low; null ends the alert',
    body: z.strictObject({
      robux: z.nullable(
        RobuxIn.check(
          z.refine((robux) => robux >= 1 && robux <= MAX_ALERT_ROBUX, {
            message: t('must be from 1 to 1,000,000,000'),
          }),
        ),
      ),
    }),
    reply: StockAlert,
  }),
};
