import type { LitecoinNode } from '../src/outside/litecoin-node.ts';

/** A separate regtest chain, with our adapter on its node. */
export interface TestChain {
  readonly node: LitecoinNode;
  /** Calls any RPC method of the node. */
  rpc<Answer>(method: string, ...params: unknown[]): Promise<Answer>;
  /** Pays addresses in one transaction, unconfirmed. */
  pay(...outputs: { address: string; ltc: number }[]): Promise<string>;
  /** Pays an address by a peg-out from MWEB, if this chain supports that. */
  pegOut?(output: { address: string; ltc: number }): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks by a branch that is one block longer, with the same transactions except the dropped ones. */
  reorg(depth: number, drop?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Direct access to the node's RPC, without our adapter. */
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
