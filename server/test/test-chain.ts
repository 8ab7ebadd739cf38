import type { LitecoinNode } from '../src/outside/litecoin-node.ts';

/** A regtest chain of one's own, with our adapter on its node. */
export interface TestChain {
  readonly node: LitecoinNode;
  /** Any call of the node's RPC. */
  rpc<Answer>(method: string, ...params: unknown[]): Promise<Answer>;
  /** Pays addresses in one transaction, unconfirmed. */
  pay(...outputs: { address: string; ltc: number }[]): Promise<string>;
  /** Pays one address out of MWEB, where this chain can: a peg-out. */
  pegOut?(output: { address: string; ltc: number }): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks by a branch one longer. The dropped transactions are gone, the others in it again. */
  reorg(depth: number, drop?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The node's RPC as it is, apart from our adapter. */
export function openRawRpc(url: string, login: string): TestChain['rpc'] {
  return async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(login)}` },
      body: JSON.stringify({ id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: never; error: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
