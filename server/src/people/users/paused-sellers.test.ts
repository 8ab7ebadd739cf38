import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { inLanguage } from '../../platform/language.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { SELLING_PAUSED, UNVERIFIED_PURCHASE } from '../../supply/roblox-accounts/stock.rules.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

test('a paused seller cannot end the pause by deleting the account and signing in again', async () => {
  const sela = await world.signIn('sela', 'seller');
  await world.database.asOwner('select pause_seller($1)', [sela.id]);
  const refused = await sela.call('POST', '/api/reset/delete-me');
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'account_in_use', hint: 'Still open: 1 decision about your sales.' },
  });
  await world.database.asOwner('select resume_seller($1)', [sela.id]);
  expect((await sela.call('POST', '/api/reset/delete-me')).status).toBe(200);
});

test('S9.15 the reasons that the database writes have translations', async () => {
  const { rows } = await world.database.asOwner(
    'select paused_text() as paused, unverified_text() as unverified',
  );
  expect(rows[0]).toEqual({ paused: SELLING_PAUSED, unverified: UNVERIFIED_PURCHASE });
  expect(inLanguage('es', () => translateStored(SELLING_PAUSED))).toMatch(/^Roblox objetó/);
});
