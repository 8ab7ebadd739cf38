import { setImmediate as otherWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { fetchMempool } from './fetching.ts';

test('a large mempool is read in order with few calls at a time, because a node refuses calls when too many wait', async () => {
  const txids = Array.from({ length: 100 }, (_, nth) => `${nth}`);
  let [inFlight, most] = [0, 0];
  const mempoolTransaction = async (txid: string) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await otherWork();
    inFlight -= 1;
    return txid === '7' ? null : ({ txid } as ChainTransaction);
  };
  const found = await fetchMempool({ mempoolTransaction } as LitecoinNode, txids);
  expect(found.map(({ txid }) => txid)).toEqual(txids.filter((txid) => txid !== '7'));
  expect(most).toBe(4);
});
