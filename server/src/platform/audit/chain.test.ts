import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { inTransaction } from '../db/pool.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

async function lastId(): Promise<number> {
  const { rows } = await world.database.asOwner('select max(id)::int as id from audit_log');
  return rows[0].id;
}

describe('access 13: the chain of the audit log (S9.05)', () => {
  const asSuperuser = (statement: string) =>
    world.database.asOwner(`begin; set local session_replication_role = replica; ${statement}; commit`);

  test('holds for concurrent entries, and the proof of the books finds every change', async () => {
    const { db } = world.services;
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        inTransaction(db, (tx) =>
          sql`select record_audit(null, ${`x.${n}`}, null, null, null, null, '10.0.0.1')`.execute(tx),
        ),
      ),
    );
    expect(await proveBooks(db)).toEqual([]);
    const id = (await lastId()) - 3;
    await asSuperuser(`update audit_log set reason = 'forged' where id = ${id}`);
    expect(await proveBooks(db)).toMatchObject([{ subject: String(id) }]);
    await asSuperuser(`update audit_log set reason = null where id = ${id}`);
    await asSuperuser(`insert into audit_log (action) values ('x.forged')`);
    expect(await proveBooks(db)).toMatchObject([{ subject: String(await lastId()) }]);
    await asSuperuser(`delete from audit_log where action = 'x.forged'`);
    await asSuperuser(`delete from audit_log where id = ${id}`);
    expect(await proveBooks(db)).toMatchObject([{ subject: String(id) }]);
  });

  test('takes no entry of a transaction that does not see the last one', async () => {
    const { db } = world.services.requestPool;
    const before = await proveBooks(db);
    const append = (name: string) => sql`select record_audit(null, ${name}, null, null, null, null, null)`;
    const isolated = db.transaction().setIsolationLevel('repeatable read');
    const late = isolated.execute(async (tx) => {
      await sql`select 1 from audit_chain limit 1`.execute(tx);
      await append('x.first').execute(db);
      await append('x.late').execute(tx);
    });
    await expect(late).rejects.toThrow('read committed');
    expect(await proveBooks(db)).toEqual(before);
  });
});
