import { Transaction } from '@scure/btc-signer';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { giveUp } from '../litecoin/signed-payments.ts';
import { resumeCancel } from '../withdrawals/ending.ts';
import { factsAbout } from '../withdrawals/facts.reads.ts';
import { sendToReview } from '../withdrawals/payouts.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals/state.ts';
import type { SignedEntry } from './journal.ts';
import { refuseUncompared } from './journalling.ts';

type Outcome =
  /** The database knows the payment now. */
  | 'matched'
  /** The database does not know the withdrawal, because it was requested after the backup. */
  | 'lost'
  /** The withdrawal has ended otherwise, or another payment uses the coins. */
  | 'contradictory';

/**
 * Gives a journalled signature back to a database that does not know it, because it was restored or because the signer
 * died before the commit. The same bytes are recorded again, so nothing is paid twice. `isCancelled`: the journal has a
 * cancel of it, which may use its coins. `isUnseen`: a restored database forgot it, and the network does not have it. Then
 * its withdrawal waits for a review, because its signature may never have been committed, and staff may have rejected it since.
 */
export async function adoptSigned(
  tx: Tx,
  entry: SignedEntry,
  {
    isCancelled = false,
    isUnseen = false,
  }: { readonly isCancelled?: boolean; readonly isUnseen?: boolean } = {},
): Promise<Outcome> {
  const parts = partsOf(entry.hex);
  if (!isCancelled && (await areCoinsTaken(tx, entry, parts.coins))) return 'contradictory';
  if (entry.kind !== 'withdrawal') {
    if (entry.instead) await adoptCancelled(tx, entry.instead);
    await recordOwn(tx, entry, parts);
    if (entry.kind === 'sweep') await adoptSweep(tx, entry, parts);
    return 'matched';
  }
  const known = await tx.selectFrom('withdrawals').where('id', '=', entry.id).select('id').executeTakeFirst();
  if (!known) return 'lost';
  const { state, txid } = await lockWithdrawal(tx, entry.id);
  if (txid === entry.txid) return 'matched';
  if (state !== 'requested' && state !== 'approved') return 'contradictory';
  await recordOwn(tx, entry, parts);
  if (state === 'requested') await moveWithdrawal(tx, entry.id, 'approved');
  await moveWithdrawal(tx, entry.id, 'signed', { txid: entry.txid, reason: null });
  if (isUnseen) await sendToReview(tx, entry.id, await factsAbout(tx, entry.txid, 'unseen'));
  else await closeOvertaken(tx, 'withdrawal', entry.id);
  return 'matched';
}

/**
 * Commits a journalled signature that never was committed, because the signer died before. Nobody has its bytes, so all
 * that forbids a signature forbids this too: then it changes nothing and returns 'blocked'. Throws in a restored database that is
 * not compared with the chain yet.
 */
export async function adoptUncommitted(tx: Tx, entry: SignedEntry): Promise<Outcome | 'blocked'> {
  await refuseUncompared(tx);
  return (await payoutStopReason(tx)) === null ? adoptSigned(tx, entry) : 'blocked';
}

/** Records a payment whose withdrawal the database has lost, so that the payment counts as ours. */
export async function adoptLost(tx: Tx, entry: SignedEntry): Promise<void> {
  await recordOwn(tx, entry, partsOf(entry.hex));
}

/**
 * The txids of those journalled payments whose coins a later one spends too: they were never committed, because a commit reserves the
 * coins. Payments that were cancelled are left out. Expects them oldest first.
 */
export function findOvertaken(entries: readonly SignedEntry[]): Set<string> {
  const cancelled = new Set(entries.map(({ instead }) => instead));
  const spenders = new Map<string, string>();
  const overtaken = new Set<string>();
  for (const { txid, hex } of entries)
    for (const coin of partsOf(hex).coins) {
      const name = `${coin.txid}:${coin.n}`;
      const before = spenders.get(name);
      if (before && !cancelled.has(before)) overtaken.add(before);
      spenders.set(name, txid);
    }
  return overtaken;
}

interface Parts {
  readonly coins: readonly { readonly txid: string; readonly n: number }[];
  readonly outputs: readonly { readonly script: string; readonly litoshi: number }[];
}

function partsOf(hex: string): Parts {
  const transaction = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
  const each = <Part>(length: number, part: (index: number) => Part) =>
    Array.from({ length }, (_, index) => part(index));
  return {
    coins: each(transaction.inputsLength, (index) => {
      const input = transaction.getInput(index);
      return { txid: Buffer.from(input.txid!).toString('hex'), n: input.index! };
    }),
    outputs: each(transaction.outputsLength, (index) => {
      const { script, amount } = transaction.getOutput(index);
      return { script: Buffer.from(script!).toString('hex'), litoshi: Number(amount) };
    }),
  };
}

const chosen = (coins: Parts['coins']) =>
  sql`unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ n }) => n)}::int[]) as c (txid, n)`;

/** A cancel may take the coins that are reserved for the payment that it replaces. */
async function areCoinsTaken(
  tx: Tx,
  { txid: by, instead = by }: SignedEntry,
  coins: Parts['coins'],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from chain_outputs o join ${chosen(coins)} using (txid, n)
    where o.spent_by <> ${by} or (o.spent_by is null and o.reserved_by not in (${by}, ${instead})) order by o.txid, o.n for update of o`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A transaction that the follower met as unknown becomes one of ours. */
async function recordOwn(tx: Tx, entry: SignedEntry, { coins, outputs }: Parts): Promise<void> {
  const { txid, kind, hex, fee, at, instead = null } = entry;
  const { rows } = await sql<{ id: string }>`
    insert into own_transactions as t (txid, kind, hex, fee_litoshi, signed_at) values (${txid}, ${kind}, ${hex}, ${fee}, ${at})
    on conflict (txid) do update set kind = excluded.kind, hex = excluded.hex, fee_litoshi = excluded.fee_litoshi,
      signed_at = excluded.signed_at where t.kind = 'unknown'
    returning id`.execute(tx);
  for (const { id } of rows) await closeOvertaken(tx, 'foreign_spend', id);
  await sql`
    update chain_outputs o set reserved_by = ${txid} from ${chosen(coins)}
    where o.txid = c.txid and o.n = c.n and (o.reserved_by is null or o.reserved_by = ${instead})`.execute(
    tx,
  );
  await sql`
    insert into transaction_inputs (spender, txid, n, rival, rival_height)
    select ${txid}, c.txid, c.n, nullif(o.spent_by, ${txid}), case when o.spent_by <> ${txid} then o.spent_height end
    from ${chosen(coins)} left join chain_outputs o using (txid, n)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into chain_outputs (txid, n, address, litoshi)
    select ${txid}, p.n - 1, a.address, p.litoshi
    from unnest(${outputs.map(({ script }) => script)}::text[], ${outputs.map(({ litoshi }) => litoshi)}::bigint[])
      with ordinality as p (hex, litoshi, n)
    join addresses a on a.script = decode(p.hex, 'hex') and a.account = 'hot'
    on conflict (txid, n) do nothing`.execute(tx);
}

/** The payment that a cancel replaces was given up before the cancel was signed. */
async function adoptCancelled(tx: Tx, txid: string): Promise<void> {
  const row = await tx
    .selectFrom('ownTransactions as t')
    .leftJoin('withdrawals as w', 'w.txid', 't.txid')
    .where('t.txid', '=', txid)
    .where('t.kind', '<>', 'unknown')
    .select('w.id')
    .executeTakeFirst();
  if (row?.id) await resumeCancel(tx, row.id);
  else if (row) await giveUp(tx, txid, 'freed');
}

async function adoptSweep(tx: Tx, { id, txid }: SignedEntry, { outputs }: Parts): Promise<void> {
  const arriving = outputs.reduce((sum, { litoshi }) => sum + litoshi, 0);
  await tx
    .updateTable('sweeps')
    .set({ state: 'signed', txid, litoshi: arriving })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}
