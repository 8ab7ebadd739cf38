import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { ADDRESSES_PER_GAP, deriveGaps, extendGaps, openGaps } from './address-gaps.ts';
import { KEY_BRANCH, type KeyPath, type WalletKeys } from './keys.ts';
import { openWatched } from './watched-scripts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Keys that need this long for each address, as on a busy machine. */
function keysThatTake(ms: number): WalletKeys {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const addressAt = ({ account, branch, index }: KeyPath) => {
    if (ms > 0) Atomics.wait(clock, 0, 0, ms);
    const address = `${account} ${branch} ${index}`;
    return { address, script: Buffer.from(address.padEnd(22)) };
  };
  return { depositXpub: '', hotXpub: '', addressAt };
}

test('a gap is extended on a slow machine, although its transaction may not be idle for long', async () => {
  const { db } = database;
  const { id } = await db
    .insertInto('restores')
    .values({ cause: 'backup' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(db, (tx) => openGaps(tx, id));
  await deriveGaps(db, keysThatTake(0));
  const deposits = { account: 'deposit', branch: KEY_BRANCH.receive } as const;
  const { last } = await db
    .selectFrom('addressGaps')
    .where('account', '=', deposits.account)
    .select('last')
    .executeTakeFirstOrThrow();
  const script = Buffer.from(keysThatTake(0).addressAt({ ...deposits, index: last }).script).toString('hex');
  const payment = {
    txid: '',
    isCoinbase: false,
    isHogEx: false,
    ins: [],
    outs: [{ n: 0, litoshi: 1, script }],
  };
  await inTransaction(db, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = '5s'`.execute(tx);
    await extendGaps(tx, keysThatTake(8), [payment as never], openWatched());
  });
  const { count } = await db
    .selectFrom('addresses')
    .where('restoreId', '=', id)
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(4 * ADDRESSES_PER_GAP);
});
