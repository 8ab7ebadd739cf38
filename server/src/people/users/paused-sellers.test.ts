import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type ManualWorld, openManualWorld } from '../../../test/manual-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { inLanguage } from '../../platform/language.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { restrict } from '../../trade/orders/purchasing/restrictions.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';

let world: ManualWorld;
beforeAll(async () => {
  world = await openManualWorld();
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
  expect(inLanguage('es', () => translateStored(rows[0].paused))).toMatch(/^Roblox objetó/);
  expect(inLanguage('es', () => translateStored(rows[0].unverified))).toMatch(/^No pudimos/);
});

test.each([
  ['after', 'reject', 403],
  ['after', 'approve', 201],
  ['before', 'reject', 403],
  ['before', 'approve', 201],
] as const)(
  'a ban that deletes the data %s Roblox objected to trades decides nothing: staff %s, and the same account gets %d',
  async (ban, decision, status) => {
    const otto = await world.signIn('otto', 'admin', true);
    const { sela, pass, id } = await world.handOrder();
    const object = async () => {
      const order = { id, accountId: sela.accountId, sellerId: sela.id };
      await inTransaction(world.services.db, (tx) => restrict(tx, order, OFF_PLATFORM));
      await world.bought(sela, pass);
      await world.check(id);
    };
    const edit = (body: object) => otto.call('PATCH', `/api/admin/users/${sela.id}`, body);
    if (ban === 'after') await object();
    expect((await edit({ isBanned: true })).body).toMatchObject({ deleted: true });
    if (ban === 'before') await object();
    await edit({ isBanned: false });
    const allowed = await otto.call('POST', `/api/admin/users/${sela.id}/allow-accounts`, {
      reason: 'asked',
    });
    expect(allowed.status).toBe(404);
    const { body } = await otto.call('GET', '/api/admin/reviews?kind=off_platform');
    const review = (body as unknown as { id: string; userId: string }[]).find(
      ({ userId }) => userId === sela.id,
    )!;
    const ruling = { decision, reason: 'looked' };
    expect((await otto.call('POST', `/api/admin/reviews/${review.id}`, ruling)).status).toBe(200);
    const added = { cookie: sela.game.cookie, ratePerThousand: 3 };
    expect((await (await signedIn(sela)).call('POST', '/api/roblox-accounts', added)).status).toBe(status);
  },
);

const OFF_PLATFORM = { key: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 };

async function signedIn({ id }: Caller): Promise<Caller> {
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, id, { ip: '127.0.0.1', userAgent: 'test' }),
  );
  return { id, ...caller(world.app, `${SESSION_COOKIES.plain}=${token}`) };
}
