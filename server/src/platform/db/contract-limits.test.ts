import { HEALTH_DAYS } from '@sterling/contract/account-history.ts';
import { IMPORT_DAYS, ImportLineState } from '@sterling/contract/account-imports.ts';
import { REFERRAL_DAYS } from '@sterling/contract/affiliate.ts';
import { Scope } from '@sterling/contract/api-credentials.ts';
import { CHECK_MINUTES } from '@sterling/contract/factors.ts';
import {
  ItemType,
  ListingStatus,
  MAX_DELIVERY_TIME,
  MAX_DESCRIPTION,
  MAX_TITLE,
} from '@sterling/contract/listings.ts';
import {
  MAX_LISTING_CENTS,
  MAX_ORDER_ROBUX,
  MAX_RATE,
  MIN_ORDER_ROBUX,
  MIN_RATE,
  WITHDRAWAL_CONFIRMATIONS,
} from '@sterling/contract/money.ts';
import { NotificationKind } from '@sterling/contract/notifications.ts';
import { MAX_PICTURE_BYTES } from '@sterling/contract/pictures.ts';
import { PRICE_CHANGE_DAYS } from '@sterling/contract/price-rules.ts';
import { ProxyStatus } from '@sterling/contract/proxies.ts';
import { ReviewKind, ReviewState } from '@sterling/contract/reviews.ts';
import { AccountStatus, Fulfilment } from '@sterling/contract/roblox-accounts.ts';
import { NEW_FOR_DAYS } from '@sterling/contract/settings.ts';
import { StandingOrder } from '@sterling/contract/standing-orders.ts';
import { LANGUAGES } from '@sterling/contract/texts.ts';
import { MAX_PICTURES } from '@sterling/contract/transaction-pictures.ts';
import { Stage } from '@sterling/contract/transactions.ts';
import { Role } from '@sterling/contract/users.ts';
import { DeliveryState, WebhookOffReason } from '@sterling/contract/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { WITHDRAWAL_STATES } from '../../money/withdrawals/withdrawals.rules.ts';
import { SELLING_PAUSED, UNVERIFIED_PURCHASE } from '../../supply/roblox-accounts/off-sale.rules.ts';

/** Limits, values and texts that stand in TypeScript and in SQL. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the limits that stand in the contract and in the database are the same', async () => {
  const { rows } = await database.asOwner(
    `select min_order_robux(), lowest_rate_cents(), highest_rate_cents(),
       is_fresh_check(now() - $1 * interval '1 minute' + interval '1 second') as counts,
       is_fresh_check(now() - $1 * interval '1 minute') as is_over,
       referral_ends_at(now(), now()) - now() = $2 * interval '1 day' as is_referral`,
    [CHECK_MINUTES, REFERRAL_DAYS],
  );
  expect(rows).toEqual([
    {
      min_order_robux: MIN_ORDER_ROBUX,
      lowest_rate_cents: MIN_RATE,
      highest_rate_cents: MAX_RATE,
      counts: true,
      is_over: false,
      is_referral: true,
    },
  ]);
});

test('the texts that triggers write are those that the code compares', async () => {
  const { rows } = await database.asOwner('select unverified_text() as unverified, paused_text() as paused');
  expect(rows).toEqual([{ unverified: UNVERIFIED_PURCHASE, paused: SELLING_PAUSED }]);
});

const RATES = [MIN_RATE, MAX_RATE];
const ROBUX = [MIN_ORDER_ROBUX, MAX_ORDER_ROBUX];

/** Constraint → the numbers in it. */
const BOUNDS: Readonly<Record<string, readonly number[]>> = {
  listings_title_check: [1, MAX_TITLE],
  listings_description_check: [1, MAX_DESCRIPTION],
  listings_delivery_time_check: [1, MAX_DELIVERY_TIME],
  listings_total_cents_check: [MAX_LISTING_CENTS],
  listing_pictures_size_check: [MAX_PICTURE_BYTES, expect.any(Number)],
  transaction_pictures_size_check: [MAX_PICTURE_BYTES, expect.any(Number)],
  transaction_pictures_place_check: [1, MAX_PICTURES],
  orders_max_rate_cents_check: RATES,
  orders_rate_cents_check: RATES,
  orders_robux_amount_check: ROBUX,
  pre_orders_max_rate_cents_check: RATES,
  pre_orders_robux_amount_check: ROBUX,
  price_alerts_rate_cents_check: RATES,
  price_alerts_robux_check: ROBUX,
  price_rules_rates_check: RATES,
  roblox_accounts_rate_check: RATES,
  standing_orders_rate_cents_check: RATES,
  standing_orders_robux_amount_check: ROBUX,
};

/** Constraint → the texts in it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  account_import_lines_state_check: ImportLineState.options,
  api_credentials_scopes_check: Scope.options,
  inbox_entries_kind_check: NotificationKind.options,
  listings_item_type_check: ItemType.options,
  listings_status_check: ListingStatus.options,
  notifications_kinds_check: NotificationKind.options,
  proxies_status_check: ProxyStatus.options,
  reviews_kind_check: ReviewKind.options,
  reviews_state_check: ReviewState.options,
  roblox_accounts_fulfilment_check: Fulfilment.options,
  roblox_accounts_status_check: AccountStatus.options,
  standing_orders_paused_check: StandingOrder.shape.pausedBecause.def.innerType.options,
  transactions_stage_check: Stage.options,
  users_language_check: LANGUAGES,
  users_role_check: Role.options,
  webhook_deliveries_state_check: DeliveryState.options,
  webhook_endpoints_kinds_check: NotificationKind.options,
  webhook_endpoints_off_check: WebhookOffReason.options,
  withdrawals_state_check: WITHDRAWAL_STATES,
};

test('the constraints of tables have the bounds and values of the code', async () => {
  const { rows } = await database.asOwner(
    `select conname as name, pg_get_constraintdef(oid) as says from pg_constraint where contype = 'c'`,
  );
  const constraints = new Map(rows.map(({ name, says }) => [name as string, says as string]));
  const found = (names: object, pattern: RegExp) =>
    Object.keys(names).map((name) => [
      name,
      [...(constraints.get(name) ?? '').matchAll(pattern)].map(([, value]) => value!),
    ]);
  const numbers = found(BOUNDS, /\b(\d+)\b/g).map(([name, values]) => [
    name,
    (values as string[]).map(Number),
  ]);
  expect(Object.fromEntries(numbers)).toEqual(BOUNDS);
  const sorted = (entries: [string, readonly string[]][]) =>
    Object.fromEntries(entries.map(([name, values]) => [name, values.toSorted()]));
  const texts = found(VALUES, /'([^']*)'::text/g) as [string, string[]][];
  expect(sorted(texts)).toEqual(sorted(Object.entries(VALUES)));
});

test('expired rows are deleted after the days that the contract names', async () => {
  const { rows } = await database.asOwner(`select prosrc from pg_proc where proname = 'delete_expired_rows'`);
  const days = (table: string) =>
    Number(
      new RegExp(`delete from ${table} where \\w+ < now\\(\\) - interval '(\\d+) days'`).exec(
        rows[0].prosrc,
      )?.[1],
    );
  expect(['account_events', 'account_imports', 'price_rule_changes'].map(days)).toEqual([
    HEALTH_DAYS,
    IMPORT_DAYS,
    PRICE_CHANGE_DAYS,
  ]);
});

test('a buyer is new as many days as a seller is', async () => {
  const { rows } = await database.asOwner(`select prosrc from pg_proc where proname = 'buying_limits'`);
  expect(/first_trade_at\) \+ (\d+) \* interval '24 hours'/.exec(rows[0].prosrc)?.[1]).toBe(
    String(NEW_FOR_DAYS),
  );
});

test('a payment that a rival has replaced is dead as deep as a payment is confirmed', async () => {
  const { rows } = await database.asOwner(`select prosrc from pg_proc where proname = 'dead_transactions'`);
  expect(/applied_height\(\) - (\d+)/.exec(rows[0].prosrc)?.[1]).toBe(String(WITHDRAWAL_CONFIRMATIONS - 1));
});

test('accounts have stock if they are on sale with at least the smallest order', async () => {
  const { rows } = await database.asOwner(
    `select generation_expression as says from information_schema.columns where table_name = 'roblox_accounts' and column_name = 'has_stock'`,
  );
  const compared = await database.asOwner(`
    select count(*)::int as cases, count(*) filter (where is_on_sale(a))::int as on_sale,
      bool_and((status = 'online' and is_active and ${rows[0].says}) = (is_on_sale(a) and robux_balance - reserved_robux >= ${MIN_ORDER_ROBUX})) as is_same
    from unnest(array['online', 'offline']) s, unnest(array[true, false]) active, unnest(array[true, false]) banned,
      unnest(array[true, false]) paused, unnest(array[${MIN_ORDER_ROBUX - 1}, ${MIN_ORDER_ROBUX}]) robux,
      jsonb_populate_record(null::roblox_accounts, jsonb_build_object('status', s, 'is_active', active, 'is_seller_banned', banned,
        'is_paused_by_rule', paused, 'robux_balance', robux + 50, 'reserved_robux', 50)) a`);
  expect(compared.rows).toEqual([{ cases: 32, on_sale: 2, is_same: true }]);
});
