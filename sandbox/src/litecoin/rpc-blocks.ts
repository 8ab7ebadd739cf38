import { type Block, measureBlock, serializeBlock } from './block.ts';
import { type Chain, computeMedianTime, countConfirmations, getTip, isActive } from './chain.ts';
import { toHex } from './hashing.ts';
import { getMwebPool } from './mining.ts';
import { BITS, DIFFICULTY } from './params.ts';
import { RpcError } from './rpc-error.ts';
import { readBoolean, readHash, readInteger } from './rpc-params.ts';
import { type NodeState, noteFreshTip } from './state.ts';
import { showTransaction } from './transaction-json.ts';

/** Answers `getblockchaininfo`. */
export function getBlockchainInfo(state: NodeState): object {
  const tip = getTip(state.chain);
  noteFreshTip(state);
  return {
    chain: 'regtest',
    blocks: tip.height,
    headers: tip.height + state.unconnected.length + state.behaviour.headersAhead,
    bestblockhash: tip.hash,
    difficulty: DIFFICULTY,
    mediantime: computeMedianTime(state.chain, tip),
    verificationprogress: 1,
    initialblockdownload: !state.isCaughtUp || state.behaviour.downloading,
    chainwork: showWork(tip),
    size_on_disk: state.chain.active.length * 300,
    pruned: false,
    softforks: {},
    warnings: '',
  };
}

/** Answers `getblockhash`. Throws an `RpcError` for a height above the tip. */
export function getBlockHash({ chain }: NodeState, [height]: unknown[]): string {
  const block = chain.active[readInteger(height)];
  if (!block) throw new RpcError(-8, 'Block height out of range');
  return block.hash;
}

/** Answers `getblockheader`: an object, or hex if `verbose` is false. Throws an `RpcError` for an unknown block. */
export function getBlockHeader({ chain }: NodeState, [hash, verbose]: unknown[]): unknown {
  const block = findBlock(chain, readHash(hash, 'hash'));
  if (!readBoolean(verbose, true)) return toHex(block.header);
  return { ...showHeader(chain, block), ...showMwebHeader(chain, block) };
}

/**
 * Answers `getblock` with verbosity 0 to 2: hex, txids, or whole transactions. Throws an `RpcError` for an
 * unknown block.
 */
export function getBlock({ chain, unconnected }: NodeState, [hash, verbosity]: unknown[]): unknown {
  const block = findBlock(chain, readHash(hash, 'blockhash'));
  if (unconnected.includes(block)) throw new RpcError(-1, 'Block not found on disk');
  const level = typeof verbosity === 'boolean' ? Number(verbosity) : readInteger(verbosity ?? 1);
  if (level <= 0) return serializeBlock(block) + (block.mweb ? '00' : '');
  const {
    nTx,
    previousblockhash,
    nextblockhash,
    time,
    mediantime,
    nonce,
    bits,
    difficulty,
    chainwork,
    ...head
  } = showHeader(chain, block);
  return {
    ...head,
    ...measureBlock(block),
    tx: block.transactions.map((transaction) =>
      level === 1 ? transaction.txid : showTransaction(transaction),
    ),
    time,
    mediantime,
    nonce,
    bits,
    difficulty,
    chainwork,
    nTx,
    ...(block.mweb && {
      mweb: {
        ...showMweb(block),
        inputs: [],
        outputs: [],
        kernels: block.mweb.transactions.map(({ kernelId }) => ({ kernel_id: kernelId })),
      },
    }),
    ...(previousblockhash !== undefined && { previousblockhash }),
    ...(nextblockhash !== undefined && { nextblockhash }),
  };
}

/** The tips of all known branches, the highest first. */
export function getChainTips({ chain, unconnected }: NodeState): object[] {
  const parents = new Set([...chain.blocks.values()].map(({ previousHash }) => previousHash));
  const tips = [...chain.blocks.values()].filter(
    (block) => !parents.has(block.hash) || block === getTip(chain),
  );
  return tips
    .sort((a, b) => b.height - a.height)
    .map((block) => ({
      height: block.height,
      hash: block.hash,
      branchlen: measureBranch(chain, block),
      status: isActive(chain, block) ? 'active' : unconnected.includes(block) ? 'headers-only' : 'valid-fork',
    }));
}

/** Answers the tip when it changes, or after the timeout in ms. Without a timeout, or with 0, it waits forever. */
export async function waitForNewBlock(state: NodeState, [timeoutMs]: unknown[]): Promise<object> {
  const limitMs = readInteger(timeoutMs ?? 0);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      state.tipListeners.delete(end);
      resolve();
    };
    const timer = limitMs > 0 ? setTimeout(end, limitMs) : undefined;
    state.tipListeners.add(end);
  });
  const { hash, height } = getTip(state.chain);
  return { hash, height };
}

function findBlock(chain: Chain, hash: string): Block {
  const block = chain.blocks.get(hash);
  if (!block) throw new RpcError(-5, 'Block not found');
  return block;
}

function showHeader(chain: Chain, block: Block) {
  return {
    hash: block.hash,
    confirmations: countConfirmations(chain, block),
    height: block.height,
    version: block.version,
    versionHex: block.version.toString(16).padStart(8, '0'),
    merkleroot: block.merkleRoot,
    time: block.timeSeconds,
    mediantime: computeMedianTime(chain, block),
    nonce: block.nonce,
    bits: BITS.toString(16),
    difficulty: DIFFICULTY,
    chainwork: showWork(block),
    nTx: block.transactions.length,
    previousblockhash: block.height > 0 ? block.previousHash : undefined,
    nextblockhash: isActive(chain, block) ? chain.active[block.height + 1]?.hash : undefined,
  };
}

function showMwebHeader(chain: Chain, block: Block): object {
  if (!block.mweb) return {};
  const previous = chain.blocks.get(block.previousHash);
  return {
    mweb_header: showMweb(block),
    mweb_amount: Number(getMwebPool(block)),
    prev_mweb_amount: previous ? Number(getMwebPool(previous)) : 0,
  };
}

function showMweb({ mweb, height }: Block): object {
  return { hash: mweb!.hash, height, num_kernels: mweb!.transactions.length };
}

function measureBranch(chain: Chain, block: Block): number {
  let length = 0;
  for (let at = block; !isActive(chain, at); at = chain.blocks.get(at.previousHash)!) length += 1;
  return length;
}

/** Regtest's work: two hashes per block, including the genesis. */
function showWork({ height }: Block): string {
  return ((height + 1) * 2).toString(16).padStart(64, '0');
}
