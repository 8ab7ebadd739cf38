import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, enrolPasskey, secondSession } from '../../../test/factors.ts';
import { softPasskey } from '../../../test/passkey.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

type Message = Record<string, unknown>;
const WRONG = { status: 400, body: { code: 'check_failed' } };
const optionsFor = async (who: Pick<Caller, 'call'>) =>
  (await who.call('POST', '/api/factors/check/options')).body.passkey as Message;
const check = (who: Pick<Caller, 'call'>, answer: Message) =>
  who.call('POST', '/api/factors/check', { kind: 'passkey', answer });
const begin = async (who: Pick<Caller, 'call'>) =>
  (await who.call('POST', '/api/factors/passkeys/options')).body;
const add = (who: Pick<Caller, 'call'>, answer: Message) =>
  who.call('POST', '/api/factors/passkeys', { name: 'Laptop', answer });

test('access 3: a passkey passes a check, once for each challenge', async () => {
  const passkey = await enrolPasskey(nova);
  await ageChecks(world, nova);
  expect((await nova.call('GET', '/api/export')).status).toBe(403);
  const options = await optionsFor(nova);
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: passkey.id }] });
  const answer = passkey.answer(options);
  expect((await check(nova, answer)).status).toBe(200);
  expect((await nova.call('GET', '/api/export')).status).toBe(200);
  expect(await check(nova, answer)).toMatchObject(WRONG);
});

test('access 3: a passkey of someone else, of another site or of another session passes no check', async () => {
  const passkey = await enrolPasskey(nova);
  const nick = await world.signIn('nick');
  const foreign = await enrolPasskey(nick);
  await ageChecks(world, nova);
  expect(await check(nova, foreign.answer(await optionsFor(nova)))).toMatchObject(WRONG);
  const copy = passkey.answer(await optionsFor(nova), { origin: 'http://sterling.example' });
  expect(await check(nova, copy)).toMatchObject(WRONG);
  const phone = await secondSession(world, nova);
  await optionsFor(phone);
  expect(await check(phone, passkey.answer(await optionsFor(nova)))).toMatchObject(WRONG);
  expect(await check(nova, { id: passkey.id, response: 'rubbish' })).toMatchObject(WRONG);
  expect(await check(nova, {})).toMatchObject(WRONG);
});

test('access 3: an expired challenge and a counter that goes back pass no check', async () => {
  const passkey = await enrolPasskey(nova);
  const late = passkey.answer(await optionsFor(nova));
  await world.database.asOwner('update passkey_challenges set expires_at = now()');
  expect(await check(nova, late)).toMatchObject(WRONG);
  await world.database.asOwner('update factors set counter = 100 where user_id = $1', [nova.id]);
  expect(await check(nova, passkey.answer(await optionsFor(nova)))).toMatchObject(WRONG);
});

test('access 3: a passkey is added once, for our site, and never with a certificate', async () => {
  const passkey = softPasskey();
  expect(await add(nova, passkey.enrol(await begin(nova), { certificate: true }))).toMatchObject(WRONG);
  const elsewhere = softPasskey('sterling.example').enrol(await begin(nova));
  expect(await add(nova, elsewhere)).toMatchObject(WRONG);
  const answer = passkey.enrol(await begin(nova));
  expect((await add(nova, answer)).status).toBe(201);
  expect(await add(nova, answer)).toMatchObject(WRONG);
  expect(await begin(nova)).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });
  const nick = await world.signIn('nick');
  expect((await add(nick, passkey.enrol(await begin(nick)))).body.code).toBe('factor_exists');
  expect((await nova.call('GET', '/api/factors')).body).toMatchObject({
    factors: [{ kind: 'passkey', name: 'Laptop' }],
    recoveryCodesLeft: 10,
  });
});

test('access 3: the first factor gives recovery codes, the second does not', async () => {
  const first = await add(nova, softPasskey().enrol(await begin(nova)));
  const second = await add(nova, softPasskey().enrol(await begin(nova)));
  expect([first.body.recoveryCodes, second.body.recoveryCodes]).toEqual([expect.any(Array), null]);
});
