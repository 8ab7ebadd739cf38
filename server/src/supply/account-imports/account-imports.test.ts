import { type AccountImport, MAX_DEAD_IN_A_ROW } from '@sterling/contract/account-imports.ts';
import { describe, expect, test } from 'vitest';
import { createCredential } from '../../../test/api-credentials.ts';
import type { Caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { deleteExpiredData } from '../../people/retention/retention.jobs.ts';
import { forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { checkDueLines } from './account-imports.jobs.ts';

const world = useSellerWorld();

const IMPORTS = '/api/roblox-accounts/imports';
const GIVEN = { ratePerThousand: 3.5, ownershipConfirmed: true };
const start = (lines: string[], over: object = {}, who: Caller = world.sela) =>
  who.call('POST', IMPORTS, { ...GIVEN, lines, ...over });
const started = async (lines: string[], over: object = {}): Promise<AccountImport> => {
  const { status, body } = await start(lines, over);
  expect([status, body.code]).toEqual([201, undefined]);
  return body as unknown as AccountImport;
};
const read = async (id: string, who: Caller = world.sela) =>
  (await who.call('GET', `${IMPORTS}/${id}`)).body as unknown as AccountImport;
/** Works until nothing is due. */
const work = async () => {
  while ((await checkDueLines(world.app.services)) > 0);
};
const run = async (lines: string[], over: object = {}): Promise<AccountImport> => {
  const { id } = await started(lines, over);
  await work();
  return read(id);
};
const cookies = async (count: number, robux = 1_000): Promise<string[]> => {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) made.push((await world.gameAccount(robux)).cookie);
  return made;
};
const rows = async (query: string, values: unknown[] = []) =>
  (await world.app.database.asOwner(query, values)).rows;
const keptCookies = (id: string) =>
  rows('select from account_import_lines where import_id = $1 and sealed_cookie is not null', [id]);

describe('S9.07 an import', () => {
  test('checks its lines one after another and says for each what happened', async () => {
    const [first, second] = await cookies(2);
    const done = await run([first!, '', `${second},4.25`, 'DEAD', `${first}`, '4', `${world.game.cookie}`]);
    expect(done).toMatchObject({ state: 'done', waitsUntil: null, stopReason: null });
    expect(done.counts).toEqual({ total: 6, waiting: 0, added: 3, refused: 3, skipped: 0 });
    expect(done.lines).toMatchObject([
      { line: 1, ending: first!.slice(-4), state: 'added', reason: null, robux: 1_000 },
      { line: 3, state: 'added', username: expect.stringMatching(/^game_/) },
      { line: 4, state: 'refused', reason: 'Invalid cookie', username: null, robux: null, accountId: null },
      { line: 5, state: 'refused', reason: 'The same cookie as line 1' },
      { line: 6, state: 'refused', reason: 'The cookie is missing', ending: '' },
      { line: 7, state: 'added', robux: 5_000 },
    ]);
    const accounts = (await world.list()).rows;
    expect(accounts.map(({ ratePerThousand }) => ratePerThousand).sort()).toEqual([3.5, 3.5, 4.25]);
    const row = await world.rowOf(done.lines[0]!.accountId!);
    expect(row).toMatchObject({
      ownership_ip: '127.0.0.1',
      ownership_statement: expect.stringContaining('own'),
    });
  });

  test('says nothing about a Roblox account that it does not add', async () => {
    const mira = await world.app.signIn('mira', 'seller');
    await world.add({}, mira);
    const { lines } = await run([world.game.cookie]);
    expect(lines[0]).toMatchObject({ state: 'refused', reason: 'This Roblox account is already listed' });
    expect(lines[0]).toMatchObject({ username: null, robux: null, accountId: null });
  });

  test('refuses children and challenges like the call that adds one account', async () => {
    const [child, challenged] = [await world.gameAccount(1), await world.gameAccount(1)];
    await world.control('PATCH', `/game/accounts/${child.id}`, { ageBracket: 1 });
    const check = { challenge: 'captcha', challengeOn: 'all' };
    await world.control('PATCH', `/game/accounts/${challenged.id}`, check);
    const { lines } = await run([child.cookie, challenged.cookie]);
    expect(lines.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('under 13'),
      expect.stringContaining('captcha'),
    ]);
  });

  test('needs a confirmation, a valid rate, at most 200 lines, and waits for the one before', async () => {
    const [cookie] = await cookies(1);
    for (const ownershipConfirmed of [false, undefined])
      expect((await start([cookie!], { ownershipConfirmed })).body.code).toBe('ownership_not_confirmed');
    expect((await start([cookie!], { ratePerThousand: 7 })).body.code).toBe('invalid_amount');
    expect((await start([])).status).toBe(400);
    expect((await start(Array.from({ length: 201 }, () => 'x'))).status).toBe(400);
    const { id } = await started([cookie!]);
    expect((await start([cookie!])).body.code).toBe('import_running');
    await work();
    expect(await read(id)).toMatchObject({ state: 'done' });
  });

  test('stops after several dead cookies in a row and checks no further one', async () => {
    const [good, late] = await cookies(2);
    const dead = Array.from({ length: MAX_DEAD_IN_A_ROW }, (_x, n) => `DEAD${n}`);
    const stopped = await run(['D1', 'D2', 'D3', 'D4', good!, ...dead, late!]);
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopReason: expect.stringContaining('5 cookies in a row'),
    });
    expect(stopped.counts).toMatchObject({ added: 1, refused: 9, skipped: 1, waiting: 0 });
    expect(await keptCookies(stopped.id)).toEqual([]);
  });

  test('of another seller is missing, and buyers have none', async () => {
    const { id } = await started(await cookies(1));
    const [mira, nova] = [await world.app.signIn('mira', 'seller'), await world.app.signIn('nova')];
    expect((await mira.call('GET', `${IMPORTS}/${id}`)).status).toBe(404);
    expect((await mira.call('POST', `${IMPORTS}/${id}/cancel`)).status).toBe(404);
    expect((await mira.call('GET', IMPORTS)).body).toEqual([]);
    expect((await start(['x'], {}, nova)).body.code).toBe('seller_required');
    expect((await world.sela.call('GET', IMPORTS)).body).toMatchObject([{ id, state: 'running' }]);
  });
});

describe('S9.07 a running import', () => {
  test('can be cancelled: added accounts stay, and the other cookies are deleted', async () => {
    const { id } = await started(await cookies(3));
    await checkDueLines(world.app.services);
    const { status, body } = await world.sela.call('POST', `${IMPORTS}/${id}/cancel`);
    expect([status, body.state]).toEqual([200, 'cancelled']);
    await work();
    expect((await read(id)).counts).toEqual({ total: 3, waiting: 0, added: 1, refused: 0, skipped: 2 });
    expect([await keptCookies(id), (await world.list()).total]).toEqual([[], 1]);
    expect((await world.sela.call('POST', `${IMPORTS}/${id}/cancel`)).body.state).toBe('cancelled');
  });

  test('adds no account if it is cancelled during the check', async () => {
    const { id } = await started(await cookies(1));
    const { game } = world.app.services;
    const slow = async (...args: Parameters<typeof game.isUnder13>) => {
      await world.sela.call('POST', `${IMPORTS}/${id}/cancel`);
      return game.isUnder13(...args);
    };
    await checkDueLines({ ...world.app.services, game: { ...game, isUnder13: slow } });
    expect([(await read(id)).counts.skipped, (await world.list()).total]).toEqual([1, 0]);
  });

  test('stops when its API token is revoked, even during a check, and goes on when another token is', async () => {
    await enrolApp(world.sela);
    const [bot, other] = [
      await createCredential(world.app, world.sela, ['manage-accounts'], { name: 'One' }),
      await createCredential(world.app, world.sela, ['read']),
    ];
    const begun = await bot.call('POST', IMPORTS, { ...GIVEN, lines: await cookies(2) });
    const id = String(begun.body.id);
    await world.sela.call('DELETE', `/api/credentials/${other.id}`);
    expect((await read(id)).state).toBe('running');
    const { game } = world.app.services;
    const slow = async (...args: Parameters<typeof game.isUnder13>) => {
      await world.sela.call('DELETE', `/api/credentials/${bot.id}`);
      return game.isUnder13(...args);
    };
    await checkDueLines({ ...world.app.services, game: { ...game, isUnder13: slow } });
    expect(await read(id)).toMatchObject({ state: 'stopped', counts: { added: 0, skipped: 2 } });
    expect(await keptCookies(id)).toEqual([]);
  });

  test('stops when its seller signs out everywhere, who is told', async () => {
    const { id } = await started(await cookies(1));
    await world.sela.call('DELETE', '/api/auth/sessions');
    expect(await read(id)).toMatchObject({ state: 'stopped', stopReason: 'You were signed out everywhere' });
    const inSpanish = await world.sela.call('GET', `${IMPORTS}/${id}`, undefined, {
      'accept-language': 'es',
    });
    expect(inSpanish.body.stopReason).toBe('Se cerraron todas tus sesiones');
    const { entries } = (await world.sela.call('GET', '/api/inbox')).body as { entries: object[] };
    expect(entries[0]).toMatchObject({
      text: expect.stringContaining('Your import of accounts was stopped.'),
    });
  });

  test('counts its lines apart from the actions of its seller, waits for the limit, and continues', async () => {
    const { id } = await started(await cookies(3));
    const who = [`account import by ${world.sela.id}`];
    await rows('insert into writes (who, at) select $1, now() from generate_series(1, 100 - 1)', who);
    await work();
    const waiting = await read(id);
    expect(waiting.counts).toMatchObject({ added: 1, waiting: 2 });
    expect(new Date(waiting.waitsUntil!).getTime()).toBeGreaterThan(Date.now());
    await rows(`update writes set at = at - interval '2 hours' where who = $1`, who);
    await rows('update account_imports set due_at = now() where id = $1', [id]);
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', waitsUntil: null, counts: { added: 3 } });
    expect(await rows('select 1 from writes where who = $1', [`user ${world.sela.id}`])).toHaveLength(1);
  });

  test('counts a line once that is tried again while Roblox does not answer, and then refuses it', async () => {
    const { id } = await started(await cookies(2));
    await world.fault({ kind: 'status', status: 500, times: 1_000 });
    for (let tries = 1; tries < 3; tries += 1) {
      await work();
      expect((await read(id)).counts).toMatchObject({ waiting: 2 });
      await rows('update account_imports set due_at = now() where id = $1', [id]);
    }
    await checkDueLines(world.app.services);
    await world.control('DELETE', '/faults');
    await work();
    expect((await read(id)).lines).toMatchObject([
      { state: 'refused', reason: expect.stringContaining('did not answer') },
      { state: 'added' },
    ]);
    const who = `account import by ${world.sela.id}`;
    expect(await rows('select from writes where who = $1', [who])).toHaveLength(2);
  });

  test.each([
    ['a buyer', `update users set role = 'buyer' where id = $1`],
    ['banned', 'update users set is_banned = true where id = $1'],
  ])('stops when its seller is %s', async (_what, change) => {
    const { id } = await started(await cookies(2));
    await checkDueLines(world.app.services);
    await rows(change, [world.sela.id]);
    await work();
    expect(await rows('select state, stop_reason from account_imports where id = $1', [id])).toEqual([
      { state: 'stopped', stop_reason: 'You are no longer a seller.' },
    ]);
    expect(await keptCookies(id)).toEqual([]);
  });

  test('is deleted with its seller, and after seven days', async () => {
    const { id } = await run(await cookies(1));
    await rows(`update account_imports set created_at = now() - interval '8 days' where id = $1`, [id]);
    await deleteExpiredData(world.app.services.db);
    expect(await rows('select from account_imports where id = $1', [id])).toEqual([]);
    const other = await started(await cookies(1));
    await inTransaction(world.app.services.db, (tx) => forgetPeople(tx, [world.sela.id]));
    await work();
    expect(await rows('select from account_import_lines where import_id = $1', [other.id])).toEqual([]);
  });
});

test('S9.07 cookies of an import are in no answer, log or table in readable form', async () => {
  const [cookie] = await cookies(1);
  const secret = cookie!.slice(-24, -4);
  const first = await started([cookie!, `${cookie},9`, `${cookie}`]);
  const answers = JSON.stringify([first, await start([cookie!])]);
  await work();
  const shown = (await world.sela.call('GET', '/api/export')).body;
  const stored = await rows(`select to_json(l)::text as text from account_import_lines l`);
  for (const text of [answers, JSON.stringify(shown), JSON.stringify(stored), world.app.log()])
    expect(text.includes(secret)).toBe(false);
});
