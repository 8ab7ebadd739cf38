import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { forgetPeople } from './users.ts';

/** The columns that keep what they say of a deleted user, and why. All other texts, JSON and bytes about the user must be gone. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'the ledger and the chain: they never change, and name the user by id': [
    ...named('addresses', 'account', 'address', 'script'),
    ...named('chain_outputs', 'address', 'reserved_by', 'spent_by', 'txid'),
    ...named('cold_signatures', 'address', 'message', 'signature'),
    ...named('deposits', 'address', 'status', 'txid'),
    ...named('ledger_accounts', 'currency', 'name', 'wallet'),
    ...named('ledger_holds', 'key', 'state'),
    'ledger_postings.currency',
    'ownerless_deposits.txid',
    'prices.sources',
    ...named('reserve_addresses', 'address', 'message', 'signature'),
    'settlement_lots.state',
    ...named('sweeps', 'state', 'txid'),
    ...named('withdrawals', 'address', 'facts', 'reason', 'script', 'state', 'txid'),
  ],
  'orders and trades: the other party and staff have to know what was traded': [
    ...named('listings', 'delivery_time', 'item_type', 'status', 'title'),
    'manual_orders.pass_problem',
    ...named('order_events', 'code', 'details'),
    ...named('orders', 'creator_type', 'failure_reason', 'gamepass_url', 'pass_name', 'store_url'),
    ...named('pre_orders', 'creator_type', 'gamepass_url', 'limited_by', 'pass_name'),
    ...named('purchase_attempts', 'purchase_token', 'reason', 'state'),
    ...named('roblox_accounts', 'fulfilment', 'ownership_statement'),
    'transaction_events.what',
    ...named('transactions', 'decided_for', 'title'),
  ],
  'what staff did and decided, and why': [
    ...named('accepted_differences', 'kind', 'subject'),
    ...named('audit_log', 'action', 'after', 'before', 'by_role', 'reason', 'subject_id'),
    ...named('corrections', 'reason', 'state', 'wallet_type'),
    ...named('factor_resets', 'reason', 'state'),
    ...named('reviews', 'facts', 'kind', 'reason', 'state'),
  ],
  'written by the owner of a Roblox account, not by the user': named(
    'reports',
    'code',
    'contact',
    'roblox_username',
    'text',
  ),
  'recognises a person who signs in again': ['identities.hash'],
  'deleted after 30 days': named('refused_accesses', 'address', 'code', 'route'),
  'deleted when its order ends, and before that nobody can delete the account': [
    'order_cookies.sealed_cookie',
  ],
};

function named(table: string, ...columns: readonly string[]): string[] {
  return columns.map((column) => `${table}.${column}`);
}

/** Values by table: what the present user may still have at a deletion. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orders: { status: "'completed'", ended_at: 'now()' },
  pre_orders: { status: "'waiting'" },
  roblox_accounts: { reserved_robux: '0', status: "'online'", status_reason: 'null' },
  transactions: { stage: "'completed'", ended_at: 'now()' },
};

const USER = '00000000-0000-7000-8000-000000000001';
const PLANTED = 'planted';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a deletion leaves no text of the user in any table, except what is kept for a reason', async () => {
  const columns = await readColumns();
  await plant(columns);
  expect(await planted(columns)).toEqual(
    columns
      .filter(isPlanted)
      .map(({ table, name }) => `${table}.${name}`)
      .sort(),
  );
  await inTransaction(database.db, (tx) => forgetPeople(tx, [USER]));
  expect(
    await planted(columns),
    'delete a new text in a verb that forgetBelongings() calls, or write into KEPT why it stays',
  ).toEqual(Object.values(KEPT).flat().sort());
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** The columns of all tables that belong to users: they have a user, or refer to a table that has one. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await database.asOwner(`
    with recursive owned as (
      select 'users'::regclass::oid as id
      union select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'user_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      union select c.conrelid from owned join pg_constraint c on c.confrelid = owned.id)
    select a.attrelid::regclass::text as table, a.attname::text as name, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired"
    from owned join pg_attribute a on a.attrelid = owned.id
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by 1, 2`);
  return rows;
}

/** Writes one row about the user into each table, without the checks and triggers of the schema. */
async function plant(columns: readonly Column[]): Promise<void> {
  const { rows: checks } = await database.asOwner(
    `select conrelid::regclass as table, conname as name from pg_constraint where contype = 'c' and conrelid <> 0`,
  );
  const unchecked = checks.map(({ table, name }) => `alter table ${table} drop constraint "${name}"`);
  const rows = [...Map.groupBy(columns, ({ table }) => table)].map(([table, its]) => {
    const filled = its.filter((column) => sqlValue(column) !== null);
    const names = filled.map(({ name }) => `"${name}"`).join(', ');
    return `insert into ${table} (${names}) overriding system value values (${filled.map(sqlValue).join(', ')})`;
  });
  await database.asOwner([...unchecked, 'set session_replication_role = replica', ...rows].join(';\n'));
}

const NAMES_A_USER = /^(user|buyer|seller|actor|referrer|referred)_id$|^(requested|decided|set)_by$/;
const isText = ({ type }: Column) => TEXTS.has(type);
const isPlanted = (column: Column) => isText(column) && GIVEN[column.table]?.[column.name] === undefined;
const TEXTS = new Map([
  ['text', `'${PLANTED}'`],
  ['text[]', `'{${PLANTED}}'`],
  ['json', `'"${PLANTED}"'`],
  ['jsonb', `'"${PLANTED}"'`],
  ['bytea', `'${PLANTED}'`],
]);
const OTHERS: Readonly<Record<string, string>> = {
  uuid: `'00000000-0000-7000-8000-000000000002'`,
  'uuid[]': `'{}'`,
  boolean: 'false',
  date: 'now()',
  'timestamp with time zone': 'now()',
};

function sqlValue(column: Column): string | null {
  const { table, name, type, isRequired } = column;
  const given = GIVEN[table]?.[name];
  if (given !== undefined) return given;
  if (table === 'users' && name === 'id') return `'${USER}'`;
  if (NAMES_A_USER.test(name)) return `'${USER}'`;
  if (isText(column)) return TEXTS.get(type)!;
  if (type.startsWith('timestamp') && !isRequired) return null;
  return OTHERS[type] ?? `'7777'`;
}

/** The columns that contain what was planted. */
async function planted(columns: readonly Column[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, name, type } of columns.filter(isText)) {
    const text = type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`;
    const { rows } = await database.asOwner(`select 1 from ${table} where ${text} like '%${PLANTED}%'`);
    if (rows.length > 0) found.push(`${table}.${name}`);
  }
  return found.sort();
}
