import { endpoints } from '@sterling/contract/api.ts';
import { isForStaff } from '@sterling/contract/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { setPrice } from '../../../test/payer.ts';
import { insertWaiting } from '../../../test/rows.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { openVisitor } from '../../../test/visitor.ts';
import { openScanner } from '../../money/litecoin/scan.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { inTransaction, openPool, SIGNER_ROLE, WORKER_ROLE } from '../db/pool.ts';

let world: TradeWorld;
let otto: Caller;
let nova: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  otto = await world.signIn('otto', 'admin', true);
  nova = await world.buyer(100_000);
});
afterAll(() => world.close());

interface Written {
  readonly id: number;
  readonly actor: string | null;
  readonly session: string | null;
  readonly role: string;
  readonly action: string;
  readonly address: string | null;
}

async function entriesAfter(id: number): Promise<Written[]> {
  const { rows } = await world.database.asOwner(
    `select e.id::int, actor_id as actor, session_id as session, by_role as role, action, address
     from audit_log e left join audit_addresses a on a.entry_id = e.id where e.id > $1 order by e.id`,
    [id],
  );
  return rows;
}
const lastId = async () => (await entriesAfter(0)).at(-1)?.id ?? 0;

interface StaffCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const backupFile = { name: '' };
const resetOf = { id: '' };
const trade = { id: '' };

/** A valid call of every endpoint of staff that changes something, in an order in which all of them work. */
const CALLS: Readonly<Record<string, () => Promise<StaffCall>>> = {
  'PUT /api/admin/settings/{key}': async () => ({
    params: { key: 'withdrawal_review' },
    body: { value: { overUsd: 70, newAddress: false } },
  }),
  'POST /api/admin/emergency-shutdown': async () => ({ body: { enabled: true } }),
  'PATCH /api/admin/users/{id}': async () => ({ params: { id: nova.id }, body: { isVerified: true } }),
  'DELETE /api/admin/users/{id}/sessions': async () => ({
    params: { id: (await world.signIn('wanda')).id },
  }),
  'POST /api/admin/users/{id}/factor-reset': async () => {
    const locked = await world.signIn('lou');
    await enrolApp(locked);
    resetOf.id = locked.id;
    return { params: resetOf, body: { reason: 'A test' } };
  },
  'DELETE /api/admin/users/{id}/factor-reset': async () => ({ params: resetOf }),
  'GET /api/admin/users.csv': async () => ({}),
  'GET /api/admin/audit.csv': async () => ({}),
  'POST /api/admin/corrections': async () => {
    await otto.call('POST', '/api/admin/emergency-shutdown', { enabled: false });
    return { body: { userId: nova.id, walletType: 'buyer', amount: 1, reason: 'A test' } };
  },
  'POST /api/transactions/{id}/messages': async () => {
    trade.id = await world.bought(nova, await world.list(await world.seller()));
    return { params: trade, body: { text: 'What happened?' } };
  },
  'POST /api/transactions/{id}/resolve': async () => {
    await world.step(nova, trade.id, 'dispute', { reason: 'Nothing came' });
    await world.letPass(trade.id, 48);
    return { params: trade, body: { outcome: 'buyer', reason: 'A test' } };
  },
  'POST /api/admin/reviews/{id}': async () => ({
    params: { id: await makeReview() },
    body: { decision: 'reject', reason: 'A test' },
  }),
  'POST /api/admin/pre-orders/{id}/close': async () => {
    await insertWaiting(world.database, [nova.id], 1);
    const { rows } = await world.database.asOwner('select id from pre_orders');
    return { params: { id: rows[0].id }, body: { reason: 'A test' } };
  },
  'POST /api/admin/price': async () => ({ body: { usd: 90, minutes: 5 } }),
  'POST /api/admin/backup': async () => ({}),
  'GET /api/admin/backups/{file}': async () => ({ params: { file: backupFile.name } }),
  'POST /api/admin/clear-rate-limits': async () => ({}),
  'POST /api/admin/clear-test-balances': async () => ({ body: { confirm: 'CLEAR' } }),
  'POST /api/admin/clean-database': async () => ({ body: { confirm: 'CLEAN' } }),
  'POST /api/wallet/manual-sweep': async () => {
    await makePayoutsPossible();
    return {};
  },
};

async function makeReview(): Promise<string> {
  const report = await world.database.asOwner(
    `insert into reports (roblox_username, contact, text, code) values ('x', 'x@example.test', 'x', 'x') returning id`,
  );
  await inTransaction(world.services.db, (tx) =>
    openReview(tx, { kind: 'report', subjectId: report.rows[0].id, userId: null, facts: {} }),
  );
  const { rows } = await world.database.asOwner(`select id from reviews where kind = 'report'`);
  return rows[0].id;
}

async function makePayoutsPossible(): Promise<void> {
  const { config, db, node } = world.services;
  await setPrice(world.database, 8_500);
  await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
}

describe('access 13: every call of staff leaves an entry with its actor, session and address:', () => {
  /** Writes, and the files that leave the site, except for the business figures, which name nobody. */
  const recorded = endpoints.filter(
    (endpoint) =>
      isForStaff(endpoint) &&
      (endpoint.method !== 'GET' || /\{file\}|(?<!business)\.csv$/.test(endpoint.path)),
  );
  /** Calls that are not only for staff, but in which staff act on the objects of others. */
  const SHARED = ['POST /api/transactions/{id}/messages'];
  /** Calls that need a world of their own (money/reserves/cold-signatures.test.ts, people/reports/exclusions.test.ts). */
  const ELSEWHERE = ['POST /api/admin/reserves/cold-signatures', 'POST /api/admin/users/{id}/allow-accounts'];

  test('the table of calls is complete', () => {
    const names = recorded.map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(CALLS), ...ELSEWHERE].toSorted()).toEqual([...names, ...SHARED].toSorted());
  });

  test.each(Object.keys(CALLS))('%s', async (name) => {
    const { params = {}, body } = await CALLS[name]!();
    const [method, template] = name.split(' ') as [string, string];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!);
    const before = await lastId();
    const answer = await otto.call(method, path, body);
    // the sweep is requested, but no signer is there to sign it
    expect([200, 201, 503]).toContain(answer.status);
    if (name === 'POST /api/admin/backup') backupFile.name = String(answer.body.file);
    const sessionId = await sessionOf(otto);
    const entries = await entriesAfter(before);
    expect(entries.length).toBeGreaterThan(0);
    for (const { actor, session, role, address } of entries) {
      expect([actor, session, role, address]).toEqual([otto.id, sessionId, 'sterling_app', '127.0.0.1']);
    }
  });
});

async function sessionOf(who: Caller): Promise<string> {
  const { rows } = await world.database.asOwner('select id from sessions where user_id = $1', [who.id]);
  return rows[0].id;
}

test('access 13: sign-ins and role changes of users are recorded', async () => {
  const before = await lastId();
  const visitor = openVisitor(world);
  await visitor.signIn('wim');
  const { rows } = await world.database.asOwner(`select id from users where username like 'wim%'`);
  const wim = await world.signIn('wes');
  await wim.call('PUT', `/api/users/${wim.id}`, { role: 'seller' });
  expect(await entriesAfter(before)).toMatchObject([
    { actor: rows[0].id, action: 'sessions.started', address: '127.0.0.1' },
    { actor: wim.id, action: 'users.switched-role', address: '127.0.0.1' },
  ]);
});

describe('access 13: the application', () => {
  const append = (session: string | null) =>
    sql`select record_audit(${session}, 'x.y', null, null, null, null, null)`;

  test('can append, and can neither write an entry itself nor change the chain', async () => {
    const { db } = world.services.requestPool;
    for (const statement of [
      sql`insert into audit_log (actor_id, action) values (${otto.id}, 'x.y')`,
      sql`insert into audit_chain (entry_id, hash) values (1, 'x')`,
      sql`delete from audit_addresses`,
      sql`update refused_accesses set times = 0`,
      sql`select chain_audit()`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
    await expect(append('01900000-0000-7000-8000-000000000000').execute(db)).rejects.toThrow(
      /no valid session/,
    );
  });

  test('is named by its database role when it acts without a session', async () => {
    const before = await lastId();
    for (const role of ['sterling_app', WORKER_ROLE, SIGNER_ROLE]) {
      const pool = openPool(world.database.url, { max: 1, role });
      await append(null).execute(pool.db);
      await pool.close();
    }
    expect((await entriesAfter(before)).map(({ actor, role }) => [actor, role])).toEqual([
      [null, 'sterling_app'],
      [null, WORKER_ROLE],
      [null, SIGNER_ROLE],
    ]);
  });
});
