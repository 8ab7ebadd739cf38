import { RpcError } from '../litecoin/rpc-error.ts';
import { secondHash, secondHeight } from '../tips/tips.ts';
import type { World } from '../world.ts';

/** Answers calls of a second node of the same chain, which can lag or follow another branch (`PATCH /control/tips`). */
export async function callSecondNode(world: World, method: string, params: unknown[]) {
  const height = secondHeight(world);
  if (method === 'getblockhash') {
    if (Number(params[0]) > height) throw new RpcError(-8, 'Block height out of range');
    return secondHash(world, Number(params[0]));
  }
  const answer = await world.node.rpc(method, params);
  if (method === 'getblockchaininfo') return { ...(answer as object), blocks: height, headers: height };
  if (method === 'getnetworkinfo') return { ...(answer as object), subversion: world.tips.subversion };
  return answer;
}
