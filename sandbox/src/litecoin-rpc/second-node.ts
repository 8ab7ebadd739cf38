import { RpcError } from '../litecoin/rpc-error.ts';
import { seededHex } from '../seeded.ts';
import type { World } from '../world.ts';

/** Answers calls of a second node of the same chain, which can lag or follow another branch (`PATCH /control/tips`). */
export async function callSecondNode({ node, tips }: World, method: string, params: unknown[]) {
  const lowest = Math.max(0, node.state().height - tips.behind);
  if (method === 'getblockhash') {
    if (Number(params[0]) > lowest) throw new RpcError(-8, 'Block height out of range');
    const hash = String(await node.rpc(method, params));
    return tips.fork ? seededHex(`fork/${hash}`, 64) : hash;
  }
  const answer = await node.rpc(method, params);
  if (method === 'getblockchaininfo') return { ...(answer as object), blocks: lowest, headers: lowest };
  if (method === 'getnetworkinfo') return { ...(answer as object), subversion: tips.subversion };
  return answer;
}
