import { type Block, buildGenesis } from './block.ts';
import { applyTransaction, type Coin, type Coins, openCoins, revertTransaction } from './coins.ts';
import type { Transaction } from './transaction.ts';

type Placed = { readonly transaction: Transaction; readonly block: Block };

/** All known blocks, the active chain, and its unspent coins. */
export type Chain = {
  readonly active: Block[];
  readonly blocks: Map<string, Block>;
  /** The block that mined a transaction last. The block can be stale, as with litecoind's `-txindex`. */
  readonly placed: Map<string, Placed>;
  readonly coins: Coins;
  readonly undo: Coin[][][];
};

/** A regtest chain that has only its genesis block. */
export function openChain(): Chain {
  const genesis = buildGenesis();
  // As in Bitcoin and Litecoin, the genesis coinbase is not spendable.
  return {
    active: [genesis],
    blocks: new Map([[genesis.hash, genesis]]),
    placed: new Map(),
    coins: openCoins(),
    undo: [[]],
  };
}

/** The last block of the active chain. */
export function getTip(chain: Chain): Block {
  return chain.active.at(-1)!;
}

/** Whether the block belongs to the active chain. */
export function isActive(chain: Chain, block: Block): boolean {
  return chain.active[block.height] === block;
}

/** Confirmations as Core counts them: 1 at the tip, -1 on a stale branch. */
export function countConfirmations(chain: Chain, block: Block): number {
  return isActive(chain, block) ? chain.active.length - block.height : -1;
}

/** Appends a block to the active chain. */
export function connectBlock(chain: Chain, block: Block): void {
  if (block.previousHash !== getTip(chain).hash)
    throw new Error(`block ${block.hash} does not follow the tip`);
  chain.undo.push(
    block.transactions.map((transaction) => applyTransaction(chain.coins, transaction, block.height)),
  );
  chain.active.push(block);
  chain.blocks.set(block.hash, block);
  for (const transaction of block.transactions) chain.placed.set(transaction.txid, { transaction, block });
}

/** Removes the tip from the active chain. The block remains known as stale. */
export function disconnectTip(chain: Chain): Block {
  const block = chain.active.pop()!;
  const undo = chain.undo.pop()!;
  for (let i = block.transactions.length - 1; i >= 0; i--)
    revertTransaction(chain.coins, block.transactions[i]!, undo[i]!);
  return block;
}

/** The coins that each of the block's transactions spent. */
export function getSpentCoins(chain: Chain, block: Block): Coin[][] {
  return chain.undo[block.height] ?? [];
}

/** The median time of the eleven blocks up to this one. Each later block must be newer. */
export function computeMedianTime(chain: Chain, block: Block): number {
  const times: number[] = [];
  for (let at: Block | undefined = block; at && times.length < 11; at = chain.blocks.get(at.previousHash))
    times.push(at.timeSeconds);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
