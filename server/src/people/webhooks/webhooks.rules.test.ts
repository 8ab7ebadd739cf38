import { WebhookEvent } from '@sterling/contract/webhook-events.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inLanguage } from '../../platform/language.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import type { News } from '../inbox/inbox.rules.ts';
import {
  bodyOf,
  isGone,
  isPortAllowed,
  isSuccess,
  parseUrl,
  RETRY_SECONDS,
  TEST_CODE,
  waitAfter,
} from './webhooks.rules.ts';

const SUBJECT = '11111111-1111-4111-8111-111111111111';
const ORDER = { robux: 1_300, cents: 390 };
const TRADE = { cents: 500, earnedCents: 475, decided: true };
const AT = new Date('2026-01-02T03:04:05.678Z');

type ValuesOf<Each, Code> = Each extends { code: infer Own }
  ? Code extends Own
    ? Omit<Each, 'code'>
    : never
  : never;
/** Example values for each code. The type keeps the list complete. */
const NEWS: { readonly [Code in News['code']]: ValuesOf<News, Code> } = {
  order_completed: ORDER,
  order_failed: { ...ORDER, reason: 'Off sale' },
  order_refused: { ...ORDER, reason: 'The account does not have it' },
  order_sold: ORDER,
  order_to_buy: ORDER,
  pre_order_matched: ORDER,
  price_alert_met: { robux: 10_000, rateCents: 350, metRobux: 12_500 },
  standing_order_skipped: { robux: 1_000, gamepass: 'VIP', reason: 'Your balance was too low' },
  standing_order_paused: { robux: 1_000, gamepass: 'VIP', reason: 'Your balance was too low' },
  trade_bought: TRADE,
  trade_delivered: TRADE,
  trade_disputed: TRADE,
  trade_completed: TRADE,
  trade_lost: TRADE,
  trade_refunded: TRADE,
  trade_cancelled: TRADE,
  trade_restored: TRADE,
  trade_seller_banned: TRADE,
  trade_message: { by: 'staff', state: 'disputed' },
  deposit_credited: { litoshi: 12_345_678, cents: 1_049 },
  deposit_reversed: { litoshi: 1, cents: 0 },
  withdrawal_requested: { cents: 2_000, address: 'ltc1q' },
  withdrawal_sent: { cents: 2_000 },
  withdrawal_confirmed: { cents: 2_000 },
  withdrawal_cancelled: { cents: 2_000 },
  withdrawal_failed: { cents: 2_000, reason: 'Refused' },
  wallet_corrected: { cents: 2_000, direction: 'out', wallet: 'buyer' },
  account_off_sale: { username: 'ann', status: 'invalid_cookie' },
  accounts_paused: { reason: 'Roblox objected' },
  stock_low: { robux: 900, threshold: 1_000 },
  price_rule_paused: { name: 'Follow', floorCents: 300 },
  new_device: { device: 'Firefox', ip: '203.0.113.1' },
  address_added: { label: 'Wallet', address: 'ltc1q', until: AT.toISOString() },
  wait_lengthened: { hours: 72 },
  wait_shortened: { hours: 24, from: AT.toISOString() },
  access_ended: {
    cause: 'staff',
    tokens: 2,
    webhooks: 1,
    discord: true,
    standingOrders: 1,
    priceRules: 2,
    preOrders: 3,
    withdrawals: 1,
  },
  price_rule_added: { name: 'Follow', floorCents: 300, ceilingCents: 500 },
  price_rule_changed: { name: 'Follow' },
  standing_order_added: { robux: 1_000, maxCents: 300, gamepass: 'VIP' },
  discord_webhook_set: { webhookId: '123' },
  discord_messages_ended: {},
  webhook_added: { host: 'hook.example' },
  webhook_silenced: { host: 'hook.example' },
  webhook_secret_changed: { host: 'hook.example' },
  webhook_switched_off: { host: 'hook.example', reason: 'failing' },
  api_credential_created: { name: 'Shop', scopes: ['read'] },
  api_credential_revoked: { name: 'Shop' },
  factor_added: { kind: 'totp', name: 'Phone' },
  factor_removed: { kind: 'passkey', name: 'Phone' },
  passkey_copied: { name: 'Laptop' },
  recovery_codes_renewed: {},
  recovery_code_used: { left: 9 },
  factor_reset_requested: { until: AT.toISOString() },
  factor_reset_cancelled: {},
  factor_reset_done: {},
};

const eventOf = (code: string, details: object) =>
  JSON.parse(bodyOf({ code, details, subjectId: SUBJECT, at: AT }));

describe('the body of an event', () => {
  test.each([...Object.entries(NEWS), [TEST_CODE, {}]] as [string, object][])(
    'of %s is as the contract says, with every value as text',
    (code, details) => {
      const event = eventOf(code, details);
      // nothing is left out, and nothing is undocumented
      expect(z.encode(WebhookEvent, z.decode(WebhookEvent, event))).toEqual(event);
      expect(Object.values(event.data).filter((value) => typeof value === 'number')).toEqual([]);
    },
  );

  test('has the id, the state and the amounts of an order', () => {
    expect(eventOf('order_sold', ORDER)).toEqual({
      type: 'order.sold',
      timestamp: '2026-01-02T03:04:05.678Z',
      data: { orderId: SUBJECT, state: 'completed', robux: '1300', usd: '3.90' },
    });
  });

  test('has the reason of an account that is offline', () => {
    const off = { username: 'ann', status: 'offline', reason: 'Moderated' };
    const event = eventOf('account_off_sale', off);
    expect(z.encode(WebhookEvent, z.decode(WebhookEvent, event))).toEqual(event);
    expect(event.data).toEqual({
      accountId: SUBJECT,
      username: 'ann',
      state: 'offline',
      reason: 'Moderated',
    });
  });

  test('has LTC with eight decimals', () => {
    expect(eventOf('deposit_credited', NEWS.deposit_credited).data).toMatchObject({
      ltc: '0.12345678',
      usd: '10.49',
    });
  });
});

describe('waits between attempts', () => {
  test('last three days together, and end', () => {
    const days = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(waitAfter(RETRY_SECONDS.length, null, 0.5)).toBe(72_000);
    expect(waitAfter(RETRY_SECONDS.length + 1, null, 0.5)).toBe(null);
  });

  test('are spread a little, and as long as the receiver asks for, up to an hour', () => {
    expect([waitAfter(2, null, 0), waitAfter(2, null, 1)]).toEqual([285, 315]);
    expect([waitAfter(1, 120, 0.5), waitAfter(1, 86_400, 0.5)]).toEqual([120, 3_600]);
  });
});

test('a receiver accepts an event with 200 to 299, and wants no more with 410', () => {
  expect([199, 200, 299, 300].map(isSuccess)).toEqual([false, true, true, false]);
  expect([409, 410].map(isGone)).toEqual([false, true]);
});

describe('an address', () => {
  const href = (text: string, sandboxUrl: string | null = null) => {
    const url = parseUrl(text, sandboxUrl);
    return typeof url === 'string' ? url : url.href;
  };
  test.each([
    ['http://hook.example/', 'must be an https:// address'],
    ['ftp://hook.example/', 'must be an https:// address'],
    ['hook.example', 'must be an https:// address'],
    ['https://ann@hook.example/', 'must not contain a username or password'],
    ['https://:secret@hook.example/', 'must not contain a username or password'],
    ['https://HOOK.example:443/in?a=b#c', 'https://hook.example/in?a=b'],
  ])('%s: %s', (text, expected) => expect(href(text)).toBe(expected));

  test('S9.15 what is wrong with it has a translation', () => {
    const problem = parseUrl('https://ann:secret@hook.example/', null) as string;
    expect(inLanguage('es', () => translateStored(problem))).toBe(
      'no puede contener un nombre de usuario ni una contraseña',
    );
  });

  test('has port 443 or 8443, or any of the sandbox', () => {
    const allowed = (text: string, sandboxUrl: string | null = null) =>
      isPortAllowed(new URL(text), sandboxUrl);
    const ports = ['', ':443', ':8443', ':80', ':5001'].map((port) => `https://hook.example${port}/`);
    expect(ports.map((url) => allowed(url))).toEqual([true, true, true, false, false]);
    expect(allowed('http://127.0.0.1:5001/x', 'http://127.0.0.1:5001')).toBe(true);
    expect(allowed('http://127.0.0.1:5002/x', 'http://127.0.0.1:5001')).toBe(false);
  });

  test('of the sandbox needs no TLS', () => {
    expect(href('http://127.0.0.1:5001/x', 'http://127.0.0.1:5001')).toBe('http://127.0.0.1:5001/x');
    expect(href('http://127.0.0.1:5002/x', 'http://127.0.0.1:5001')).toBe('must be an https:// address');
  });
});
