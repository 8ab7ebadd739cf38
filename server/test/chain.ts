import { existsSync } from 'node:fs';
import { type LitecoinNode, openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { openLitecoind, openMwebLitecoind } from './litecoind.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';

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

const LITECOIND = '/usr/lib/litecoin/litecoind';

/** The chains this machine has: the sandbox's, and a real node where litecoind is installed. */
export const CHAINS: readonly { name: string; open: () => Promise<TestChain> }[] = [
  { name: 'the built-in node', open: openBuiltIn },
  ...(existsSync(LITECOIND) ? [{ name: 'litecoind', open: () => openLitecoind(LITECOIND) }] : []),
];

/** Those on which MWEB is active and peg-outs can be paid. A reorganisation gives them other txids. */
export const MWEB_CHAINS: typeof CHAINS = [
  { name: 'the built-in node', open: openBuiltIn },
  ...(existsSync(LITECOIND) ? [{ name: 'litecoind', open: () => openMwebLitecoind(LITECOIND) }] : []),
];

async function openBuiltIn(): Promise<TestChain> {
  return chainOf(await openTestSandbox());
}

/** The chain of an open sandbox. */
export function chainOf(sandbox: TestSandbox): TestChain {
  const { rpcUrl, rpcUser, rpcPassword } = sandbox.config.litecoin;
  return {
    node: openLitecoinNode(sandbox.config.litecoin),
    rpc: openRawRpc(rpcUrl, `${rpcUser}:${rpcPassword}`),
    pay: async (...outputs) =>
      (await sandbox.control<{ txid: string }>('POST', '/litecoin/send', { outputs })).txid,
    pegOut: async (output) =>
      (await sandbox.control<{ txid: string }>('POST', '/litecoin/send', { ...output, pegOut: true })).txid,
    mine: (blocks) => sandbox.control('POST', '/litecoin/mine', { blocks }),
    reorg: (depth, drop = []) => sandbox.control('POST', '/litecoin/reorg', { depth, drop }),
    close: sandbox.close,
  };
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
