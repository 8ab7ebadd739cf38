import { existsSync } from 'node:fs';
import { openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { openFedLitecoind, openLitecoind, openMwebLitecoind, openSmallLitecoind } from './litecoind.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';
import { openRawRpc, type TestChain } from './test-chain.ts';

const LITECOIND = '/usr/lib/litecoin/litecoind';
/** Opens a litecoind that is fed by hand; null where litecoind is not installed. */
export const openFed = existsSync(LITECOIND) ? () => openFedLitecoind(LITECOIND) : null;

/** Available chains: the sandbox's, and a real node if litecoind is installed. */
export const CHAINS: readonly { name: string; open: () => Promise<TestChain> }[] = [
  { name: 'the built-in node', open: openBuiltIn },
  ...(existsSync(LITECOIND) ? [{ name: 'litecoind', open: () => openLitecoind(LITECOIND) }] : []),
];

/** litecoind with a mempool that a test can fill; null where it is not installed. */
export const openSmall = existsSync(LITECOIND) ? () => openSmallLitecoind(LITECOIND) : null;

/** The real node if litecoind is installed, else the sandbox's. For tests about the database, which need only one chain. */
export const CLOSEST_CHAIN = CHAINS.at(-1)!;

/** Chains with active MWEB, which can pay peg-outs. A reorganisation changes the txids of peg-outs. */
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
