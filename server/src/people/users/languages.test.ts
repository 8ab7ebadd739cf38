import { type Translation, translateWith } from '@sterling/contract/texts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { stepNow } from '../../../test/steps.ts';
import { openVisitor } from '../../../test/visitor.ts';
import { requestTranslator } from '../../platform/language.ts';
import { sendDue } from '../notifications/notifications.jobs.ts';

const CATALOGUE: Readonly<Record<string, Translation>> = {
  'Order completed': 'Pedido completado',
  'Order placed. {total} on hold': 'Pedido creado. {total} retenidos',
  '{robux} Robux for {price}.': '{robux} Robux por {price}.',
  'Insufficient balance': 'Saldo insuficiente',
  'Deposit {amount} to continue.': 'Deposita {amount} para continuar.',
};
const SPANISH = { 'accept-language': 'es-MX,es;q=0.9' };

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  const translationOf = (text: string) =>
    requestTranslator.language() === 'es' ? CATALOGUE[text] : undefined;
  translateWith({ ...requestTranslator, translationOf });
});
afterAll(async () => {
  translateWith(requestTranslator);
  await world.close();
});

const choose = (who: Caller, language: string) => who.call('PUT', '/api/users/me/language', { language });
const languageIn = async (who: Caller) => (await who.call('GET', '/api/export')).body.language;
const idOf = async (name: string) => {
  const { rows } = await world.database.asOwner('select id, language from users where username = $1', [name]);
  return rows[0] as { id: string; language: string | null };
};

test('S9.15 a person chooses one of the languages, and the choice is part of their data', async () => {
  const nova = await world.signIn('nova');
  expect((await choose(nova, 'pt-BR')).body).toEqual({ success: true });
  expect(await languageIn(nova)).toBe('pt-BR');
  for (const language of ['pt', 'fr', '']) expect((await choose(nova, language)).status).toBe(400);
  expect(await languageIn(nova)).toBe('pt-BR');
});

test('S9.15 the first sign-in keeps the language of the browser, and later ones bring the choice along', async () => {
  const COOKIE = /^language=([\w-]+); Max-Age=31536000; Path=\/; SameSite=Lax$/;
  const signIn = async (acceptLanguage: string) => {
    const browser = openVisitor(world);
    const { location } = await browser.go('/auth/discord');
    const callback = await browser.approve(location, 'rita');
    const { cookies } = await browser.go(callback, { 'accept-language': acceptLanguage });
    return cookies.map((cookie) => COOKIE.exec(cookie)?.[1]).find(Boolean);
  };
  expect(await signIn('es-MX')).toBe('es');
  expect((await idOf('rita')).language).toBe('es');
  await world.database.asOwner(`update users set language = 'pt-BR' where username = 'rita'`);
  expect(await signIn('en')).toBe('pt-BR');
  await world.database.asOwner(`update users set language = null where username = 'rita'`);
  expect(await signIn('en-GB')).toBe('en');
});

test('S9.15 answers are in the language of the request, and Discord messages in that of their reader', async () => {
  const [, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
  await choose(nova, 'es');
  const webhookUrl = 'https://discord.com/api/webhooks/77/a_token_of_the_webhook';
  await nova.call('PUT', '/api/notifications', { webhookUrl, kinds: ['orders'] });
  const { url } = await world.pass(300);
  const order = { gamepassUrl: url, robuxAmount: 300, ratePerThousand: 3 };
  const placed = await nova.call('POST', '/api/robux/orders', order, SPANISH);
  const first = (body: typeof placed.body) => (body.events as { what: string }[])[0]!.what;
  expect(first(placed.body)).toBe('Pedido creado. 0,90\u00a0US$ retenidos');
  const path = `/api/robux/orders/${placed.body.id}`;
  expect(first((await nova.call('GET', path)).body)).toBe('Order placed. $0.90 on hold');

  await stepNow(world.orderServices, String(placed.body.id));
  await world.final(nova, placed);
  while ((await sendDue(world.services)) > 0);
  const messages = await world.control<{ body: { content: string } }[]>('GET', '/discord/messages');
  expect(messages.map(({ body }) => body.content)).toEqual([
    'Pedido completado: 300 Robux por 0,90\u00a0US$.',
  ]);

  const titles = async (headers: Record<string, string>) =>
    ((await nova.call('GET', '/api/inbox', undefined, headers)).body.entries as { title: string }[]).map(
      ({ title }) => title,
    );
  expect(await titles(SPANISH)).toContain('Pedido completado');
  expect(await titles({})).toContain('Order completed');
  expect(await titles({ ...SPANISH, cookie: `${nova.cookie}; language=en` })).toContain('Order completed');
});

test('S9.15 a refusal is English for programs, and also says the same in the language of the request', async () => {
  await world.seller(1_000, 3);
  const nick = await world.signIn('nick');
  const { url } = await world.pass(500);
  const body = { items: [{ gamepassUrl: url, robuxAmount: 500, ratePerThousand: 3 }] };
  const place = async (headers: Record<string, string>) =>
    (await nick.call('POST', '/api/robux/orders/together', body, headers)).body;
  const english = {
    code: 'insufficient_balance',
    message: 'Insufficient balance',
    hint: 'Deposit $1.50 to continue.',
    values: { amount: '$1.50' },
  };
  expect(await place({})).toEqual(english);
  expect(await place(SPANISH)).toEqual({
    ...english,
    translated: { message: 'Saldo insuficiente', hint: 'Deposita 1,50\u00a0US$ para continuar.' },
  });
});
