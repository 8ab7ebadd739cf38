import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';

/** The facts for a review that the applied chain gives about one of our transactions. */
export async function factsAbout(
  db: Db | Tx,
  txid: string,
  answer: 'missingInputs' | 'conflict' | 'stuck' | 'gone' | 'unbooked' | 'unseen',
): Promise<Json> {
  const { rows } = await sql<{ facts: Json }>`
    select jsonb_build_object('answer', ${answer}::text, 'at', now(),
      'tip', (select jsonb_build_object('height', height, 'hash', hash) from chain_blocks order by height desc limit 1),
      'coins', coalesce((
        select jsonb_agg(jsonb_build_object('txid', o.txid, 'n', o.n, 'litoshi', o.litoshi, 'height', o.height,
          'spentBy', i.rival, 'spentHeight', i.rival_height) order by o.txid, o.n)
        from transaction_inputs i join chain_outputs o on o.txid = i.txid and o.n = i.n
        where i.spender = ${txid}), '[]')) as facts`.execute(db);
  return rows[0]!.facts;
}
