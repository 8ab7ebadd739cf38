import { isDeepStrictEqual } from 'node:util';
import { text } from '@sterling/contract/texts.ts';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import { inTransaction, moment, readClock } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { deriveGaps } from '../litecoin/address-gaps.ts';
import { fetchMempool } from '../litecoin/fetching.ts';
import { chainHealth } from '../litecoin/guards.reads.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { logRestore, recogniseRestore, recordRestore } from '../restores/restores.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { adoptLost, adoptSigned, findOvertaken } from './adopting.ts';
import {
  type Comparison,
  forgottenEntries,
  isJournalComplete,
  type LostPayment,
  missingWithdrawals,
  unknownSpends,
  unrecordedSpends,
  unsignedPaying,
  type WaitingRestore,
  waitingRestores,
} from './comparison.reads.ts';
import type { SignedName } from './journal.ts';
import { skipIssued } from './skipping.ts';

/**
 * Runs once when the signer starts. A database that lacks withdrawals which this signer has paid is older than the
 * journal: it was restored in a way that leaves no other trace, such as a snapshot of its disk. Warns of a journal that is empty although
 * something was signed.
 */
export async function openJournalOf(signing: Signing): Promise<void> {
  const { db, journal } = signing;
  const paid = journal.sinceCompared().filter(({ kind }) => kind === 'withdrawal');
  const missing = await missingWithdrawals(
    db,
    paid.map(({ id }) => id),
  );
  const first = paid.find(({ id }) => missing.has(id));
  const compared = journal.lastCompared();
  const isForgotten = compared !== null && !(await knowsRestore(db, compared));
  if (journal.openedAt() === null && (await hasSigned(db))) signing.log.warn(EMPTY_JOURNAL);
  const isNew = await inTransaction(db, async (tx) => {
    journal.open(await readClock(tx));
    if (!first && !isForgotten) return false;
    // a restore that is recognised already explains it
    const waiting = await tx
      .selectFrom('restores')
      .where('comparedAt', 'is', null)
      .select('id')
      .executeTakeFirst();
    const entry = first && journal.find('withdrawal', first.id);
    if (!waiting) await recordRestore(tx, { cause: 'journal', ...(entry && { dataAt: new Date(entry.at) }) });
    return !waiting;
  });
  if (isNew) logRestore(signing.log);
  await deriveGaps(db, signing.signer.keys);
  await skipIssued(signing);
}

const EMPTY_JOURNAL =
  'signer: the journal is empty, although this database has signed payments. If it was lost, the next restore needs an approval';

async function hasSigned(db: Signing['db']): Promise<boolean> {
  const signed = db.selectFrom('ownTransactions').where('kind', '<>', 'unknown').select('txid').limit(1);
  return (await signed.executeTakeFirst()) !== undefined;
}

async function knowsRestore(db: Signing['db'], id: string): Promise<boolean> {
  return (await db.selectFrom('restores').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

/**
 * Notices a restore and compares chain, database and journal. Returns why nothing may be signed yet; null when nothing
 * waits. Works during an emergency stop, because it signs and sends nothing.
 */
export async function compareRestores(signing: Signing): Promise<string | null> {
  await recogniseRestore(signing.db, signing.signer.keys, signing.log);
  await skipIssued(signing);
  for (const restore of await waitingRestores(signing.db, signing.journal)) {
    const reason = await compareOne(signing, restore);
    if (reason) return reason;
  }
  return null;
}

async function compareOne(signing: Signing, restore: WaitingRestore): Promise<string | null> {
  const { db, node, journal, log } = signing;
  const tip = await node.chainInfo();
  // a node that is behind the network does not show payments that were mined since
  const { troubles } = await chainHealth(db);
  if (troubles.length > 0 || (await chainCursor(db))?.hash !== tip.bestBlockHash)
    return text('the database was restored, and its chain is not at the tip yet');
  const { confirmedAt } = restore;
  if (confirmedAt) await settleConfirmed(signing, restore);
  const found = await compare(signing, restore);
  if (!isDeepStrictEqual(found, restore.comparison))
    await db
      .updateTable('restores')
      .set({ comparison: JSON.stringify(found) as unknown as Json })
      .where('id', '=', restore.id)
      .execute();
  const isProven =
    found.journal === 'complete' &&
    [found.lost, found.contradictory, found.unexplained].every(({ length }) => length === 0);
  if (!isProven && !confirmedAt)
    return text('the database was restored: the owner has to decide the review of the restore');
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('restores')
      .set({ comparedAt: moment })
      .where('id', '=', restore.id)
      .where('comparedAt', 'is', null)
      .execute();
  });
  journal.appendCompared(restore.id, await readClock(db));
  log.warn({ restoreId: restore.id, ...found }, 'signer: compared a restored database with the chain');
  return null;
}

/** Compares, and adopts what the journal knows. What an earlier comparison found and settled stays in the result. */
async function compare(signing: Signing, restore: WaitingRestore): Promise<Comparison> {
  const { db, journal } = signing;
  const before = restore.comparison;
  const isComplete = await isJournalComplete(db, journal, restore);
  const { matched, lost, contradictory } = await adoptForgotten(signing, restore);
  return {
    journal: isComplete ? 'complete' : 'incomplete',
    matched: union(before?.matched ?? [], matched),
    lost: union(before?.lost ?? [], lost),
    contradictory,
    unexplained: await findUnexplained(signing, restore),
  };
}

const union = <Name extends SignedName>(before: readonly Name[], now: readonly Name[]): Name[] => [
  ...before.filter(({ txid }) => !now.some((each) => each.txid === txid)),
  ...now,
];

async function adoptForgotten({ db, node, journal }: Signing, restore: WaitingRestore) {
  const result = {
    matched: [] as SignedName[],
    lost: [] as LostPayment[],
    contradictory: [] as SignedName[],
  };
  const forgotten = await forgottenEntries(db, journal, restore);
  const mempool = forgotten.length > 0 ? await node.mempool() : [];
  const cancelled = new Set(forgotten.map(({ instead }) => instead));
  const entries = forgotten.map(({ kind, id }) => journal.find(kind, id)!);
  const overtaken = findOvertaken(entries);
  for (const [index, name] of forgotten.entries()) {
    const entry = entries[index]!;
    const seen = mempool.includes(name.txid) || (await wasFollowed(db, name.txid));
    if (!seen && overtaken.has(name.txid)) {
      result.contradictory.push(name);
      continue;
    }
    const outcome = await inTransaction(db, (tx) =>
      adoptSigned(tx, entry, { isCancelled: cancelled.has(name.txid), isUnseen: !seen }),
    );
    if (outcome !== 'lost') {
      result[outcome].push(name);
      continue;
    }
    // bytes that nobody has seen are not sent, and their coins stay free
    if (seen) await inTransaction(db, (tx) => adoptLost(tx, entry));
    const { userId, cents } = entry;
    result.lost.push({ ...name, ...(userId && { userId }), ...(cents !== undefined && { cents }), seen });
  }
  return result;
}

/** Whether the follower has met a spend of our coins. */
async function wasFollowed(db: Signing['db'], txid: string): Promise<boolean> {
  const row = await db
    .selectFrom('ownTransactions')
    .where('txid', '=', txid)
    .select('txid')
    .executeTakeFirst();
  return row !== undefined;
}

/** Spends of our coins since the backup that neither database nor journal knows as signed by us. */
async function findUnexplained(
  { db, node }: Signing,
  { height }: WaitingRestore,
): Promise<Comparison['unexplained']> {
  const spends: ChainTransaction[] = [];
  for (const { txid, blockHash } of await unknownSpends(db, height)) {
    const found = (await node.block(blockHash)).txs.find((each) => each.txid === txid);
    if (found) spends.push(found);
  }
  const pending = await fetchMempool(node, await node.mempool());
  const foreign = new Set(await unrecordedSpends(db, pending));
  spends.push(...pending.filter(({ txid }) => foreign.has(txid)));
  const unexplained: { txid: string; withdrawalId: string | null }[] = [];
  for (const { txid, outs } of spends) {
    const taken = unexplained.map(({ withdrawalId }) => withdrawalId);
    const candidates = await unsignedPaying(db, outs);
    unexplained.push({ txid, withdrawalId: candidates.find((id) => !taken.includes(id)) ?? null });
  }
  return unexplained;
}

/** Gives withdrawals the payments that the owner has confirmed as theirs. */
async function settleConfirmed({ db, node }: Signing, { comparison, height }: WaitingRestore): Promise<void> {
  const spends = await unknownSpends(db, height);
  for (const { txid, withdrawalId } of comparison?.unexplained ?? []) {
    if (!withdrawalId) continue;
    const blockHash = spends.find((each) => each.txid === txid)?.blockHash ?? null;
    const hex = await node.transactionHex(txid, blockHash);
    if (hex === null) continue;
    await inTransaction(db, async (tx) => {
      const own = await tx
        .selectFrom('ownTransactions')
        .where('txid', '=', txid)
        .select('feeLitoshi')
        .executeTakeFirst();
      const at = (await readClock(tx)).toISOString();
      // the fee is not known before the follower has seen the payment
      await adoptSigned(tx, {
        kind: 'withdrawal',
        id: withdrawalId,
        txid,
        hex,
        fee: own?.feeLitoshi ?? 0,
        at,
      });
    });
  }
}
