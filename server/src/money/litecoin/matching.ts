import { sql } from 'kysely';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Watched } from './watched-scripts.ts';

type ChainOutput = ChainTransaction['outs'][number];

/** An output that pays one of our addresses. */
export interface OurOutput extends ChainOutput {
  readonly address: string;
  readonly account: string;
  /** The user who owns the deposit address; null for an address of the house or of a gap. */
  readonly userId: string | null;
  /** The user has deleted their account. */
  readonly isOwnerDeleted: boolean;
}

/** The parts of a transaction that concern us. */
export interface Match {
  readonly received: readonly OurOutput[];
  readonly spent: readonly { readonly txid: string; readonly n: number; readonly litoshi: number }[];
}

/**
 * Finds the outputs that pay us and the inputs that spend our outputs, in transactions in chain order. An address is
 * watched from the moment it is stored. Keyed by txid; transactions that do not concern us are absent.
 */
export async function matchTransactions(
  tx: Tx,
  transactions: readonly ChainTransaction[],
  watched: Watched,
): Promise<Map<string, Match>> {
  await watched.refresh(tx);
  const owners = await findOwners(tx, transactions, watched);
  const outputs = await findSpentOutputs(tx, transactions);
  const matches = new Map<string, Match>();
  for (const { txid, outs, ins } of transactions) {
    const received = outs.flatMap((out) => {
      const owner = out.litoshi > 0 ? owners.get(out.script) : undefined;
      return owner ? { ...out, ...owner } : [];
    });
    // a later transaction of the same blocks may spend these outputs
    for (const { n, litoshi } of received) outputs.set(`${txid}:${n}`, litoshi);
    const spent = ins.flatMap(({ txid: from, vout: n }) => {
      const litoshi = outputs.get(`${from}:${n}`);
      return litoshi === undefined ? [] : { txid: from, n, litoshi };
    });
    if (received.length > 0 || spent.length > 0) matches.set(txid, { received, spent });
  }
  return matches;
}

async function findOwners(tx: Tx, transactions: readonly ChainTransaction[], watched: Watched) {
  const scripts = new Set<string>();
  for (const { outs } of transactions)
    for (const { script } of outs) if (watched.mayBeOurs(script)) scripts.add(script);
  if (scripts.size === 0) return new Map<string, never>();
  const received = sql`a.script in (select decode(hex, 'hex') from unnest(${[...scripts]}::text[]) as hex)`;
  // a deletion in progress ends first, and a later one waits until the deposits are stored
  await sql`select from users where id in (select a.user_id from addresses a where ${received}) order by id for key share`.execute(
    tx,
  );
  const { rows } = await sql<
    Pick<OurOutput, 'address' | 'account' | 'userId' | 'isOwnerDeleted'> & { script: Buffer }
  >`
    select a.script, a.address, a.account, a.user_id, u.deleted_at is not null as is_owner_deleted
    from addresses a left join users u on u.id = a.user_id
    where ${received}`.execute(tx);
  return new Map(rows.map(({ script, ...owner }) => [script.toString('hex'), owner]));
}

async function findSpentOutputs(
  tx: Tx,
  transactions: readonly ChainTransaction[],
): Promise<Map<string, number>> {
  const ins = transactions.flatMap((each) => each.ins);
  const { rows } = await sql<{ txid: string; n: number; litoshi: number }>`
    select o.txid, o.n, o.litoshi from chain_outputs o
    join unnest(${ins.map(({ txid }) => txid)}::text[], ${ins.map(({ vout }) => vout)}::int[]) as spent (txid, n) using (txid, n)`.execute(
    tx,
  );
  return new Map(rows.map(({ txid, n, litoshi }) => [`${txid}:${n}`, litoshi]));
}
