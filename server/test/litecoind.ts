import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LitecoinNode, openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { freePort } from '../src/platform/db/embedded.ts';
import { openRawRpc, type TestChain } from './test-chain.ts';

/** MWEB stays inactive: with it, block 432 could not be mined without a peg-in. */
const WITHOUT_MWEB = ['-vbparams=mweb:-2:0'];
const LOGIN = { rpcUser: 'test', rpcPassword: 'test' };

/** Starts a real litecoind in regtest with a miner's wallet of mature coins. Closing it deletes its folder. */
export async function openLitecoind(binary: string, more: readonly string[] = []): Promise<TestChain> {
  const { rpc, mine, ...chain } = await openMiner(binary, [...WITHOUT_MWEB, ...more]);
  return { ...chain, rpc, mine, reorg: (depth, drop = []) => reorganise(rpc, depth, drop) };
}

/** The smallest mempool that litecoind accepts, 5 MB. */
export const openSmallLitecoind = (binary: string): Promise<TestChain> =>
  openLitecoind(binary, ['-maxmempool=5']);

/** As `openLitecoind` with active MWEB, and with a wallet whose every payment is a peg-out. */
export async function openMwebLitecoind(binary: string): Promise<TestChain> {
  const { rpc, mine, rpcUrl, ...chain } = await openMiner(binary, []);
  await rpc('createwallet', 'mweb');
  const inside = openRawRpc(`${rpcUrl}/wallet/mweb`, `${LOGIN.rpcUser}:${LOGIN.rpcPassword}`);
  await mine(MWEB_HEIGHT - 1 - START_HEIGHT);
  for (let pegIns = 0; pegIns < 4; pegIns += 1) {
    await rpc('sendtoaddress', await inside('getnewaddress', '', 'mweb'), 20);
    await mine(1);
  }
  await mine(6);
  const pegOut: TestChain['pegOut'] = ({ address, ltc }) => inside('sendtoaddress', address, ltc);
  return {
    ...chain,
    rpc,
    mine,
    pegOut,
    // the old transactions return from the mempool together with a new one, which changes the peg-outs' txids
    reorg: async (depth) => {
      const tip = await rpc<number>('getblockcount');
      await rpc('invalidateblock', await rpc('getblockhash', tip - depth + 1));
      await pegOut({ address: await rpc('getnewaddress', '', 'bech32'), ltc: 1 });
      await mine(depth + 1);
    },
  };
}

const START_HEIGHT = 150;
const MWEB_HEIGHT = 432;

async function openMiner(binary: string, more: readonly string[]) {
  const { rpcUrl, rpc: anyRpc, node, close } = await startLitecoind(binary, more);
  const rpc = openRawRpc(`${rpcUrl}/wallet/miner`, `${LOGIN.rpcUser}:${LOGIN.rpcPassword}`);
  await anyRpc('createwallet', 'miner');
  const home = await rpc<string>('getnewaddress', '', 'bech32');
  const mine = (blocks: number) => rpc<void>('generatetoaddress', blocks, home);
  await mine(START_HEIGHT);
  return {
    rpcUrl,
    rpc,
    mine,
    node,
    pay: (...outputs: { address: string; ltc: number }[]): Promise<string> =>
      rpc('sendmany', '', Object.fromEntries(outputs.map(({ address, ltc }) => [address, ltc]))),
    close,
  };
}

/** A real litecoind without peers. It knows only the blocks and headers that a test gives to it. */
export interface FedNode {
  readonly node: LitecoinNode;
  readonly rpc: TestChain['rpc'];
  /** Gives it the blocks of another chain up to a height. */
  feedBlocks(from: TestChain, to: number): Promise<void>;
  /** Gives it only the headers of another chain's blocks. */
  feedHeaders(from: TestChain, after: number, to: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a litecoind that follows a chain of `openLitecoind` only as far as it is fed. */
export async function openFedLitecoind(binary: string): Promise<FedNode> {
  const { node, rpc, close } = await startLitecoind(binary, WITHOUT_MWEB);
  const hashOf = (from: TestChain, height: number) => from.rpc<string>('getblockhash', height);
  return {
    node,
    rpc,
    feedBlocks: async (from, to) => {
      for (let height = 1; height <= to; height += 1) {
        const hash = await hashOf(from, height);
        if ((await node.blockHash(height)) === hash) continue;
        await rpc('submitblock', await from.rpc('getblock', hash, 0));
      }
    },
    feedHeaders: async (from, after, to) => {
      for (let height = after + 1; height <= to; height += 1) {
        const header = await from.rpc('getblockheader', await hashOf(from, height), false);
        await rpc('submitheader', header);
      }
    },
    close,
  };
}

const ATTEMPTS = 3;

/**
 * Starts a node with an empty chain in a folder of its own. Closing it deletes the folder. A chosen port can be taken before the
 * node opens it, so a node that ends before it answers starts again at other ports.
 */
async function startLitecoind(binary: string, more: readonly string[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToStart(binary, more);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function tryToStart(binary: string, more: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-litecoind-'));
  const rpcPort = await freePort();
  const args = [...options(directory, rpcPort, await freePort()), ...more];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const rpcUrl = `http://127.0.0.1:${rpcPort}`;
  const rpc = openRawRpc(rpcUrl, `${LOGIN.rpcUser}:${LOGIN.rpcPassword}`);
  const close = () => end(child, directory);
  try {
    await waitUntilAnswering(child, rpc);
  } catch (error) {
    await close();
    throw error;
  }
  return { rpcUrl, rpc, node: openLitecoinNode({ rpcUrl, ...LOGIN }), close };
}

function options(directory: string, rpcPort: number, peerPort: number): string[] {
  return [
    '-regtest',
    `-datadir=${directory}`,
    '-server',
    `-rpcuser=${LOGIN.rpcUser}`,
    `-rpcpassword=${LOGIN.rpcPassword}`,
    `-rpcport=${rpcPort}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-bind=127.0.0.1:${peerPort}`,
    '-dnsseed=0',
    '-dns=0',
    '-upnp=0',
    '-listenonion=0',
    '-discover=0',
    '-fallbackfee=0.0001',
    '-acceptnonstdtxn=0',
    // a new wallet derives 2,000 keys otherwise, which takes a second
    '-printtoconsole=0',
    '-txindex=1',
    '-keypool=10',
  ];
}

async function waitUntilAnswering(
  child: ChildProcessByStdio<null, null, Readable>,
  rpc: TestChain['rpc'],
): Promise<void> {
  let printed = '';
  child.stderr.on('data', (text) => {
    printed += text;
  });
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`litecoind ended with code ${child.exitCode}: ${printed}`);
    const isAnswering = await rpc('getblockcount').then(
      () => true,
      () => false,
    );
    if (isAnswering) return;
    await sleep(100);
  }
  throw new Error(`litecoind did not answer within 50 seconds: ${printed}`);
}

interface Mined {
  readonly txid: string;
  readonly hex: string;
  readonly vin: readonly { readonly txid: string }[];
}

/**
 * Mines the same transactions on a new branch. A dropped transaction is double spent, because it would otherwise return from
 * the mempool (and does if the miner's wallet lacks its keys). Transactions that spend a dropped one are left out too.
 */
async function reorganise(rpc: TestChain['rpc'], depth: number, drop: readonly string[]): Promise<void> {
  const tip = await rpc<number>('getblockcount');
  const contents: Mined[][] = [];
  for (let height = tip - depth + 1; height <= tip; height += 1) {
    const { tx } = await rpc<{ tx: Mined[] }>('getblock', await rpc('getblockhash', height), 2);
    contents.push(tx.slice(1));
  }
  await rpc('invalidateblock', await rpc('getblockhash', tip - depth + 1));
  // a new address, because a block of the same second would otherwise equal the invalidated one
  const home = await rpc<string>('getnewaddress', '', 'bech32');
  const gone = new Set<string>();
  for (const transactions of [...contents, []]) {
    const content: string[] = [];
    for (const { txid, hex, vin } of transactions) {
      const isDropped = drop.includes(txid);
      const spendsDropped = vin.some((input) => gone.has(input.txid));
      if (isDropped || spendsDropped) gone.add(txid);
      const mined = spendsDropped ? null : isDropped ? await doubleSpend(rpc, home, txid) : hex;
      if (mined) content.push(mined);
    }
    await rpc('generateblock', home, content);
  }
}

async function doubleSpend(rpc: TestChain['rpc'], home: string, txid: string): Promise<string | null> {
  const { vin } = await rpc<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', txid, true);
  let ltc = 0;
  for (const { txid: from, vout } of vin) {
    const { vout: outs } = await rpc<{ vout: { value: number }[] }>('getrawtransaction', from, true);
    ltc += outs[vout]!.value;
  }
  const inputs = vin.map(({ txid: from, vout }) => ({ txid: from, vout }));
  const unsigned = await rpc('createrawtransaction', inputs, [{ [home]: (ltc / 2).toFixed(8) }]);
  const signed = await rpc<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', unsigned);
  return signed.complete ? signed.hex : null;
}

async function end(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(directory, { recursive: true, force: true });
}
