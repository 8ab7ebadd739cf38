import { beforeEach, describe, expect, test } from 'vitest';
import { personWithCredential } from '../../../test/api-credentials.ts';
import type { Caller } from '../../../test/app.ts';
import { usePriceWorld } from '../../../test/price-world.ts';
import { deleteExpiredData } from '../../people/retention/retention.jobs.ts';
import { forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { removeAccount } from '../roblox-accounts/roblox-accounts.ts';
import { setWantedRates } from './price-rules.jobs.ts';

const world = usePriceWorld();
let ann: Caller;
beforeEach(async () => {
  ann = await world.seller('ann');
});

const round = () => setWantedRates(world.app.services);
const changesOf = async (who: Caller, ruleId: unknown, query = '') =>
  (await who.call('GET', `/api/price-rules/${ruleId}/changes${query}`)).body as unknown as Record<
    string,
    unknown
  >[];

describe('S9.06 writing rules', () => {
  test('a seller adds, changes, reads and deletes a rule', async () => {
    const [one, two] = [await world.stock(ann), await world.stock(ann)];
    const { status, body } = await world.add(ann, [one]);
    expect([status, body]).toMatchObject([
      201,
      { name: 'Follow', isOn: true, floor: 2, ceiling: 5, belowCents: 1, baseRate: null, accountIds: [one] },
    ]);
    const path = `/api/price-rules/${body.id}`;
    const change = { name: 'Fixed', belowCents: null, baseRate: '3.21', accountIds: [two] };
    expect((await ann.call('PATCH', path, change)).body).toMatchObject({
      ...change,
      baseRate: 3.21,
      floor: 2,
      accounts: 1,
    });
    expect((await ann.call('GET', '/api/price-rules')).body).toMatchObject([{ id: body.id, name: 'Fixed' }]);
    expect((await world.account(ann, two)).priceRule).toEqual({
      id: body.id,
      name: 'Fixed',
      isPaused: false,
    });
    expect((await world.account(ann, one)).priceRule).toBeNull();
    expect((await ann.call('DELETE', path)).status).toBe(200);
    expect((await ann.call('DELETE', path)).body).toMatchObject({ code: 'price_rule_not_found' });
    expect((await world.account(ann, two)).priceRule).toBeNull();
  });

  test.each([
    [{ floor: 5.01 }, 'ceiling'],
    [{ belowCents: null }, 'baseRate'],
    [{ baseRate: 3 }, 'baseRate'],
    [{ belowCents: null, baseRate: 3, pausesBelowFloor: true }, 'pausesBelowFloor'],
    [{ floor: 0.99 }, 'floor'],
    [{ ceiling: 6.01 }, 'ceiling'],
    [{ belowCents: -1 }, 'belowCents'],
    [{ dayTimes: [{ from: '08:00', to: '08:00', cents: 1 }] }, 'dayTimes'],
    [{ dayTimes: [{ from: '8:00', to: '09:00', cents: 1 }] }, 'dayTimes.0.from'],
    [{ timeZone: 'Moon/Crater' }, 'timeZone'],
    [{ stockSteps: Array.from({ length: 7 }, (_, n) => ({ fromRobux: n + 1, cents: 1 })) }, 'stockSteps'],
  ])('refuses %o', async (over, field) => {
    const { status, body } = await world.add(ann, [], over);
    expect([status, Object.keys(body.details as object)]).toEqual([400, [field]]);
  });

  test('a seller has at most 20 rules, and an account has the rule that was chosen last', async () => {
    const id = await world.stock(ann);
    const { body: first } = await world.add(ann, [id]);
    const added = await Promise.all(Array.from({ length: 22 }, () => world.add(ann, [])));
    expect(added.filter(({ status }) => status === 201).length).toBe(19);
    expect(added.find(({ status }) => status !== 201)!.body.code).toBe('too_many_price_rules');
    const last = added.find(({ status }) => status === 201)!.body.id;
    await ann.call('PATCH', `/api/price-rules/${last}`, { accountIds: [id] });
    expect((await ann.call('GET', `/api/price-rules/${first.id}`)).body.accountIds).toEqual([]);
    expect((await world.account(ann, id)).priceRule).toMatchObject({ id: last });
  });

  test('an API token for accounts may use the calls', async () => {
    const { person, bot } = await personWithCredential(
      world.app,
      'anton',
      ['read', 'manage-accounts'],
      'seller',
    );
    const added = await world.add(bot, [await world.stock(person)]);
    expect(added.status).toBe(201);
    const path = `/api/price-rules/${added.body.id}`;
    expect((await bot.call('PATCH', path, { isOn: false })).body.isOn).toBe(false);
    expect((await bot.call('GET', `${path}/changes`)).status).toBe(200);
    expect((await bot.call('DELETE', path)).status).toBe(200);
  });

  test('a removed account leaves its rule, and a deleted seller keeps neither rules nor changes', async () => {
    const [one, two] = [await world.stock(ann), await world.stock(ann)];
    const { body } = await world.add(ann, [one, two]);
    expect(await round()).toBe(2);
    const { db } = world.app.services;
    await inTransaction(db, (tx) => removeAccount(tx, one));
    expect((await ann.call('GET', `/api/price-rules/${body.id}`)).body.accountIds).toEqual([two]);
    await inTransaction(db, (tx) => forgetPeople(tx, [ann.id]));
    const { rows } = await world.app.database.asOwner(
      `select user_id from price_rules where user_id = $1 union all select user_id from price_rule_changes where user_id = $1`,
      [ann.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('S9.06 what a rule changed', () => {
  test('the seller reads it newest first, in pages, with the reason; it is kept for 90 days', async () => {
    const id = await world.stock(ann, { rateCents: 450 });
    const { body: rule } = await world.add(ann, [id]);
    const ben = await world.seller('ben');
    const other = await world.stock(ben, { rateCents: 340 });
    await round();
    await world.change(other, 'rate_cents = 320');
    await round();
    expect(await round()).toBe(0);
    const changes = await changesOf(ann, rule.id);
    expect(changes).toMatchObject([
      {
        ruleId: rule.id,
        ruleName: 'Follow',
        accountId: id,
        fromRate: 3.39,
        toRate: 3.19,
        wasPaused: false,
        isPaused: false,
        why: { code: 'follow', startRate: 3.2, belowCents: 1 },
        text: 'The lowest rate of other sellers is $3.20, less 1 cent.',
      },
      { fromRate: 4.5, toRate: 3.39 },
    ]);
    expect(await changesOf(ann, rule.id, '?page=2&pageSize=1')).toEqual([changes[1]]);
    expect((await ann.call('GET', '/api/export')).body.priceChanges).toEqual(changes);
    const days = (n: number, changeId: unknown) =>
      world.app.database.asOwner(
        `update price_rule_changes set at = now() - $1 * interval '1 day' where id = $2`,
        [n, changeId],
      );
    await days(89, changes[0]!.id);
    await days(91, changes[1]!.id);
    await deleteExpiredData(world.app.services.db);
    expect(await changesOf(ann, rule.id)).toMatchObject([{ id: changes[0]!.id }]);
  });

  test('the preview tells what the rule would do, and changes nothing', async () => {
    const id = await world.stock(ann, { rateCents: 450 });
    await world.stock(await world.seller('ben'), { rateCents: 340 });
    const ask = (accountIds: string[]) =>
      ann.call('POST', '/api/price-rules/preview', { ...world.terms, accountIds });
    expect((await ask([id])).body).toMatchObject([
      {
        accountId: id,
        fromRate: 4.5,
        toRate: 3.39,
        isPaused: false,
        text: 'The lowest rate of other sellers is $3.40, less 1 cent.',
      },
    ]);
    expect(await round()).toBe(0);
    const foreign = await world.stock(await world.seller('cleo'));
    expect((await ask([id, foreign])).body).toMatchObject({ code: 'account_not_found' });
  });
});
