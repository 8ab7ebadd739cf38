import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cents, cents, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { readConfig } from '../../config.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { StartError } from '../../start-error.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { parseAddress } from '../litecoin/address.ts';
import { makeSandboxWallet } from '../litecoin/sandbox-wallet.ts';
import { decideWithdrawal } from '../withdrawals/deciding.ts';
import { signApproved } from '../withdrawals/signing.jobs.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { openJournalOf } from './comparing.jobs.ts';
import { openJournal } from './journal.ts';
import { startSigner } from './signer.jobs.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764 as Litoshi;

let world: PayerWorld;
let sela: string;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 10 });
});
beforeEach(async () => {
  sela = await makePerson(world.db, 'sela');
  await credit(world.db, sela, 100_000, { wallet: 'seller' });
});
afterAll(() => world.close());

async function ask(amount: Cents = cents(2_500)): Promise<string> {
  const wish = { amount, ltcAddress: freshAddress() };
  const { id } = await inTransaction(world.database.db, (tx) =>
    requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'),
  );
  return id;
}
const withdrawal = (id: string) =>
  world.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'reason', 'txid'])
    .executeTakeFirstOrThrow();
async function whyNot(id: string): Promise<unknown> {
  const review = world.db.selectFrom('reviews').where('subjectId', '=', id).where('state', '=', 'open');
  const { facts } = await review.select('facts').executeTakeFirstOrThrow();
  return (facts as { why: unknown }).why;
}
const decide = (id: string, decision: 'approve' | 'reject') =>
  inTransaction(world.database.db, async (tx) => {
    await closeOvertaken(tx, 'withdrawal', id);
    await decideWithdrawal(tx, id, { decision, reason: 'looked at' });
  });
/** Moves everything that was signed 25 hours into the past. */
const passDay = () =>
  world.database.asOwner(
    `set session_replication_role = replica; update own_transactions set signed_at = signed_at - interval '25 hours'`,
  );

describe('the signer’s own limits', () => {
  test('a payment over the limit waits for a person, and is signed only after the signer’s limit is raised', async () => {
    const strict = { ...world, policy: { ...world.policy, paymentLimit: litoshi(LITOSHI_OF_25) } };
    const id = await ask();
    await signApproved(strict);
    expect(await withdrawal(id)).toMatchObject({ state: 'requested', txid: null });
    expect(await whyNot(id)).toEqual([
      expect.stringMatching(/^not signed: it is over the signer's limit of 0\.29\d+ LTC/),
    ]);

    await decide(id, 'approve');
    await signApproved(strict);
    expect(await withdrawal(id)).toMatchObject({ state: 'requested' });
    await decide(id, 'approve');
    await signApproved(world);
    expect(await withdrawal(id)).toMatchObject({ state: 'signed' });
  });

  test('a rejected payment returns its money', async () => {
    const id = await ask();
    await signApproved({ ...world, policy: { ...world.policy, paymentLimit: 1 as Litoshi } });
    await decide(id, 'reject');
    expect(await withdrawal(id)).toMatchObject({ state: 'failed', txid: null });
    await expectBalancedBooks(world);
  });

  test('the limit of a day holds for parallel signers, and is free again after 24 hours', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => ask()));
    await passDay();
    const dayLimit = litoshi(LITOSHI_OF_25 + 50_000);
    const strict = { ...world, policy: { ...world.policy, dayLimit } };
    await Promise.all(Array.from({ length: 4 }, () => signApproved(strict)));
    const rows = await Promise.all(ids.map(withdrawal));
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['approved', 'approved', 'approved', 'signed']);
    const waits = rows.filter(({ state }) => state === 'approved');
    for (const { reason } of waits) expect(reason).toContain('Daily limit reached');

    await passDay();
    await signApproved(strict);
    const later = await Promise.all(ids.map(withdrawal));
    expect(later.filter(({ state }) => state === 'signed')).toHaveLength(2);
    await signApproved(world);
  });
});

describe('the application’s database role', () => {
  test('cannot record, change or delete signed transactions, or report for the signer', async () => {
    const id = await ask();
    await signApproved(world);
    const { txid } = await withdrawal(id);
    const next = await ask();
    const { db } = world.database;
    const own = { txid: 'aa'.repeat(32), kind: 'withdrawal', hex: '00', feeLitoshi: 0 };
    await expect(db.insertInto('ownTransactions').values(own).execute()).rejects.toThrow('only the signer');
    await expect(
      db
        .updateTable('ownTransactions')
        .set({ signedAt: new Date(0) })
        .where('txid', '=', txid!)
        .execute(),
    ).rejects.toThrow('does not change');
    await expect(
      db.updateTable('ownTransactions').set({ hex: '00' }).where('txid', '=', txid!).execute(),
    ).rejects.toThrow('does not change');
    const deletion = 'delete from own_transactions';
    await expect(world.database.pg.query(deletion)).rejects.toThrow('permission denied');
    await expect(world.database.asOwner(deletion)).rejects.toThrow('append-only');
    const unknown = { txid: 'bb'.repeat(32), kind: 'unknown', feeLitoshi: 0 };
    await db.insertInto('ownTransactions').values(unknown).execute();
    await expect(
      db
        .updateTable('withdrawals')
        .set({ state: 'signed', txid: unknown.txid })
        .where('id', '=', next)
        .execute(),
    ).rejects.toThrow('only the signer');
    await expect(db.updateTable('signerHealth').set({ lookedAt: new Date() }).execute()).rejects.toThrow(
      'permission denied',
    );
    await signApproved(world);
  });

  test('gets no payment for a forged withdrawal', async () => {
    const price = await world.db.selectFrom('prices').select('id').executeTakeFirstOrThrow();
    const [named, other] = [freshAddress(), freshAddress()].map((text) => parseAddress(text, 'regtest'));
    const made = {
      userId: sela,
      amountCents: 2_500,
      feePercent: 0,
      percentageFeeCents: 0,
      networkFeeCents: 0,
    };
    const row = {
      ...made,
      priceId: price.id,
      litoshi: 150_000_000,
      address: named!.address,
      script: Buffer.from(other!.script),
    };
    const { id } = await world.database.db
      .insertInto('withdrawals')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.database.db
      .updateTable('withdrawals')
      .set({ state: 'approved' })
      .where('id', '=', id)
      .execute();
    await signApproved(world);
    expect(await withdrawal(id)).toMatchObject({ state: 'requested', txid: null });
    expect(await whyNot(id)).toEqual([
      `not signed: it pays 150000000 litoshi and its dollars are worth ${LITOSHI_OF_25}`,
      'not signed: 0 cents are held for it instead of 2500',
    ]);
  });

  test('cannot redirect change to its own script', async () => {
    const rogue = parseAddress(freshAddress(), 'regtest');
    const { index } = await world.db
      .selectFrom('addresses')
      .where('account', '=', 'hot')
      .where('branch', '=', 1)
      .orderBy('index', 'desc')
      .select('index')
      .executeTakeFirstOrThrow();
    const row = {
      address: rogue.address,
      script: Buffer.from(rogue.script),
      account: 'hot',
      branch: 1,
      index: index + 1,
    };
    await world.database.db.insertInto('addresses').values(row).execute();
    const id = await ask();
    await signApproved(world);
    expect(await withdrawal(id)).toMatchObject({ state: 'requested', txid: null });
    expect(await whyNot(id)).toEqual(['not signed: its change does not come back to us']);
    await world.database.asOwner('delete from addresses where address = $1', [rogue.address]);
  });
});

test('the disk of the journal is full: the signer is in trouble, and withdrawals wait and are signed when it has room', async () => {
  const id = await ask();
  const { journal } = world;
  const full = () => {
    throw new StartError('SIGNER_JOURNAL_FILE signed.jsonl: ENOSPC: no space left on device, write');
  };
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const trying = () => signApproved({ ...world, log, journal: { ...journal, append: full } });
  await expect(trying()).rejects.toThrow(/^SIGNER_JOURNAL_FILE .*ENOSPC/);
  await expect(trying()).rejects.toThrow(/^SIGNER_JOURNAL_FILE .*ENOSPC/);
  // it is tried every second, and the signer's own log says once a minute that it fails
  expect(lines).toEqual([expect.stringContaining('signer: cannot sign a withdrawal')]);
  expect(await withdrawal(id)).toMatchObject({ state: 'approved', reason: 'Signing is being retried' });
  await signApproved(world);
  expect(await withdrawal(id)).toMatchObject({ state: 'signed' });
});

test('a signer that starts with an empty journal warns if payments were signed before', async () => {
  await ask();
  await signApproved(world);
  const directory = mkdtempSync(join(tmpdir(), 'sterling-lost-journal-'));
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const start = async () => {
    const journal = openJournal(join(directory, 'signed.jsonl'));
    await openJournalOf({ ...world, log, journal });
    journal.close();
  };
  await start();
  expect(lines).toEqual([expect.stringMatching(/"level":40.*signer: the journal is empty, although/)]);
  await start();
  expect(lines).toHaveLength(1);
  rmSync(directory, { recursive: true });
});

test('the signer does not start with a seed that does not give the stored addresses', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-other-seed-'));
  const config = readConfig({ DATA_DIR: directory });
  makeSandboxWallet(config);
  const starting = startSigner(config, pino({ level: 'silent' }), world.database.url);
  await expect(starting).rejects.toThrow('refusing to start');
  rmSync(directory, { recursive: true });
});
