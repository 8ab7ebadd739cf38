import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cents } from '@sterling/contract/money.ts';
import type { SignedAddress } from '@sterling/contract/reserves.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { openReservesWorld, type ReservesWorld } from '../../../test/reserves-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, post } from '../ledger/ledger.ts';
import { isMessageSigned } from '../litecoin/signed-messages.ts';
import { liabilities } from '../treasury/treasury.reads.ts';
import { followReserves, takeSnapshot } from './reserves.jobs.ts';
import { deleteOldSnapshots } from './snapshots.ts';

const CHECKER = join(import.meta.dirname, '../../../../proof/check-proof.mjs');
const directory = mkdtempSync(join(tmpdir(), 'sterling-proofs-'));
let world: ReservesWorld;
beforeAll(async () => {
  world = await openReservesWorld();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await world.close();
});

const countOf = async (table: string) =>
  Number((await world.database.asOwner(`select count(*) from ${table}`)).rows[0].count);

describe('while reserves are not published', () => {
  test('access 20: nothing is answered, and no snapshot is taken', async () => {
    await takeSnapshot(world.services.db);
    expect(await countOf('reserve_snapshots')).toBe(0);
    const refusal = {
      status: 404,
      body: {
        code: 'reserves_not_published',
        message: 'Sterling does not publish its reserves at the moment',
      },
    };
    expect(await world.visit()).toMatchObject(refusal);
    expect(await world.nova.call('GET', '/api/reserves/proof')).toMatchObject(refusal);
    expect((await world.visit('/api/status')).body.publishesReserves).toBe(false);
  });

  test('only an owner publishes them, and the audit log says so', async () => {
    const admin = await world.signIn('ada', 'admin');
    const value = { published: true, everyHours: 24 };
    const path = '/api/admin/settings/proof_of_reserves';
    expect((await admin.call('PUT', path, { value })).body.code).toBe('owner_required');
    expect((await world.owner.call('PUT', path, { value: { ...value, everyHours: 0 } })).status).toBe(400);
    expect((await world.publish(true)).status).toBe(200);
    const { rows } = await world.database.asOwner(
      `select actor_id, after from audit_log where subject_id = 'proof_of_reserves'`,
    );
    expect(rows).toEqual([{ actor_id: world.owner.id, after: value }]);
  });
});

describe('a snapshot', () => {
  test('is shown when the signer has signed its hot addresses', async () => {
    const { db } = world.services;
    await Promise.all([takeSnapshot(db), takeSnapshot(db)]);
    expect(await countOf('reserve_snapshots')).toBe(1);
    expect(await world.visit()).toMatchObject({
      status: 404,
      body: { message: 'The first proof of reserves is being prepared' },
    });
    await world.snapshot();
    const { addresses, block, priceUsd, ...shown } = await world.page();
    expect(shown).toMatchObject({ reservesLtc: 2, reservesUsd: 170, everyHours: 24, tree: { depth: 10 } });
    expect(priceUsd).toBe(85);
    expect(addresses).toHaveLength(1);
    const [{ address, wallet, ltc, message, signature }] = addresses as [SignedAddress];
    expect([wallet, ltc]).toEqual(['hot', 2]);
    expect(message).toBe(`Sterling proof of reserves: ${address} at block ${block.height} ${block.hash}`);
    expect(isMessageSigned(address, message, signature, 'regtest')).toBe(true);
  });

  test('owes what the ledger owes, including held money, and never counts deposit addresses', async () => {
    const { db } = world.services;
    const { tree, liabilitiesUsd, ratioPercent, ...shown } = await world.page();
    const { rows } = await world.database.asOwner(
      'select sum(posted)::int as cents from ledger_balances where posted > 0',
    );
    expect(tree.cents).toBe(rows[0].cents);
    expect(tree.cents).toBe(await liabilities(db));
    expect(tree.cents).toBe(85_00 + 12_34 + 100_00);
    expect(liabilitiesUsd).toBe(197.34);
    expect(ratioPercent).toBe(86.1);
    expect(JSON.stringify(shown)).not.toContain(world.depositAddress);
  });

  test('sees one moment while money moves', async () => {
    const { db } = world.services;
    const before = (await world.page()).tree.cents;
    let isDone = false;
    const move = async (from: Caller, to: Caller, name: string) => {
      for (let nth = 0; !isDone; nth += 1) {
        const postings = [{ from: account.buyer(from.id), to: account.buyer(to.id), amount: cents(1) }];
        await inTransaction(db, (tx) =>
          post(tx, { key: `${name} ${nth}`, kind: 'order.completed', postings }),
        );
      }
    };
    const moving = [move(world.nova, world.sela, 'there'), move(world.sela, world.nova, 'back')];
    for (let round = 0; round < 5; round += 1) {
      await world.passDay();
      await takeSnapshot(db);
    }
    isDone = true;
    await Promise.all(moving);
    const { rows } = await world.database.asOwner(
      'select distinct total_cents::int as cents from reserve_snapshots',
    );
    expect(rows).toEqual([{ cents: before }]);
    await world.snapshot();
  });

  test('is not repeated before the interval has passed, and is kept for 90 days', async () => {
    const { db } = world.services;
    const count = await countOf('reserve_snapshots');
    await takeSnapshot(db);
    expect(await countOf('reserve_snapshots')).toBe(count);
    expect((await world.page()).earlier.length).toBeGreaterThan(0);
    await world.database.asOwner(
      `update reserve_snapshots set at = now() - interval '91 days' where at <> (select max(at) from reserve_snapshots)`,
    );
    await deleteOldSnapshots(db);
    expect(await countOf('reserve_snapshots')).toBe(1);
    expect(await countOf('reserve_chunks')).toBe(4);
    await expect.poll(async () => (await world.page()).earlier).toEqual([]);
  });

  test('is taken once by jobs of several workers when it is due', async () => {
    const count = await countOf('reserve_snapshots');
    await world.passDay();
    const stop = new AbortController();
    const workers = [1, 2].map(() => followReserves(world.services, stop.signal));
    await expect.poll(() => countOf('reserve_snapshots'), { timeout: 20_000 }).toBe(count + 1);
    stop.abort();
    await Promise.all(workers);
    expect(await countOf('reserve_snapshots')).toBe(count + 1);
    await world.snapshot();
  });

  test('rare day 11: is taken and shown after the database’s clock was set back', async () => {
    await world.snapshot();
    const { snapshotId: early } = await world.page();
    await world.database.asOwner(
      `update reserve_snapshots set at = now() + interval '30 days' where id = '${early}'`,
    );
    await world.snapshot();
    const { snapshotId, at } = await world.page();
    expect(snapshotId).not.toBe(early);
    expect(Math.abs(new Date(at).getTime() - Date.now())).toBeLessThan(60_000);
    await world.database.asOwner(
      `update reserve_snapshots set at = now() - interval '30 days' where id = '${early}'`,
    );
  });
});

describe('the proof of a balance (S9.04)', () => {
  const check = (proof: unknown, root: string) => {
    const file = join(directory, 'proof.json');
    writeFileSync(file, JSON.stringify(proof));
    return promisify(execFile)(process.execPath, [CHECKER, file, root]);
  };

  test('is valid for the script, with the balance of both wallets and the published root', async () => {
    const { tree } = await world.page();
    const proof = await world.proofOf(world.sela);
    expect(proof).toMatchObject({ account: world.sela.id, root: { hash: tree.hash, cents: tree.cents } });
    expect(proof.cents).toBeGreaterThan(12_34);
    const { stdout } = await check(proof, tree.hash);
    expect(stdout).toContain('The proof is valid: $');
    expect(stdout).toContain(`of account ${world.sela.id}`);
    const both = (await world.proofOf(world.nova)).cents + proof.cents;
    expect(both).toBe(tree.cents);
  });

  test('is not valid for the script after a change, and under another root', async () => {
    const proof = await world.proofOf(world.nova);
    const { hash } = proof.root;
    await expect(check({ ...proof, cents: proof.cents + 1 }, hash)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not valid: the leaves do not add up to the balance'),
    });
    await expect(check(proof, 'ab'.repeat(32))).rejects.toMatchObject({ code: 1 });
    await expect(check({ ...proof, account: world.sela.id }, hash)).rejects.toMatchObject({ code: 1 });
  });

  test('access 20: names no other person, and is refused to visitors and to people without a balance', async () => {
    expect(JSON.stringify(await world.proofOf(world.nova))).not.toContain(world.sela.id);
    expect((await world.visit('/api/reserves/proof')).status).toBe(401);
    const poor = await world.signIn('penny');
    expect(await poor.call('GET', '/api/reserves/proof')).toMatchObject({
      status: 404,
      body: { code: 'no_balance_proof' },
    });
    const { snapshotId, at, cents: own } = await world.proofOf(world.nova);
    const { body } = await world.nova.call('GET', '/api/export');
    expect((body.balanceProofs as unknown[])[0]).toEqual({ snapshotId, at, cents: own });
    expect((await world.nova.call('GET', `/api/reserves/proof?snapshot=${snapshotId}`)).status).toBe(200);
    expect((await world.nova.call('GET', `/api/reserves/proof?snapshot=${world.nova.id}`)).status).toBe(404);
  });

  test('access 20: is gone with the account', async () => {
    const { db } = world.services;
    const dora = await world.signIn('dora');
    await credit(db, dora.id, 5_00);
    await world.snapshot();
    expect((await world.proofOf(dora)).cents).toBe(5_00);
    const { status } = await dora.call('POST', '/api/reset/delete-me', { forfeit: true });
    expect(status).toBe(200);
    const left = await db.selectFrom('reserveShares').where('userId', '=', dora.id).selectAll().execute();
    expect(left).toEqual([]);
    expect((await dora.call('GET', '/api/reserves/proof')).status).toBe(401);
  });
});
