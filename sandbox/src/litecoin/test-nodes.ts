import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNode } from './node.ts';
import { RpcError } from './rpc-error.ts';

/** A node in the contract tests: its calls, and control over its chain. */
export type ContractNode = {
  readonly name: string;
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Pays an address without mining, with `isPegOut` from MWEB. Returns the txid in the mempool. */
  pay(address: string, ltc: number, isPegOut?: boolean): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks by a longer branch with the same transactions. */
  reorg(depth: number): Promise<void>;
  close(): Promise<void>;
};

/** The nodes on this machine: the built-in one, and litecoind if it is installed. `hasMweb` activates MWEB in litecoind. */
export function listNodes(hasMweb: boolean): { name: string; open(): Promise<ContractNode> }[] {
  const builtIn = { name: 'built-in', open: openBuiltInNode };
  const path = findLitecoind();
  const nodes = path ? [builtIn, { name: 'litecoind', open: () => openRealNode(path, hasMweb) }] : [builtIn];
  console.info(`Litecoin contract tests run against: ${nodes.map(({ name }) => name).join(', ')}`);
  return nodes;
}

async function openBuiltInNode(): Promise<ContractNode> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-litecoin-'));
  const node = openNode({ directory, now: Date.now });
  node.mine(12);
  return {
    name: 'built-in',
    rpc: async <T>(method: string, params: readonly unknown[] = []) =>
      passJson(await node.rpc(method, params)) as T,
    pay: async (address, ltc, isPegOut = false) =>
      node.send({ outputs: [{ address, ltc }], pegOut: isPegOut }).txid,
    mine: async (blocks) => void node.mine(blocks),
    reorg: async (depth) => void node.reorg({ depth }),
    close: async () => {
      node.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Converts an answer to JSON and back, as the network does. */
function passJson(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}

/** Prefers Debian's binary to its wrapper in the path, because the wrapper writes to the home directory. */
function findLitecoind(): string | undefined {
  const folders = ['/usr/lib/litecoin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'litecoind')).find((path) => existsSync(path));
}

async function openRealNode(path: string, hasMweb: boolean): Promise<ContractNode> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-litecoind-'));
  const [rpcPort, peerPort] = [await findFreePort(), await findFreePort()];
  const options = [
    '-regtest',
    `-datadir=${directory}`,
    '-server',
    '-rpcuser=test',
    '-rpcpassword=test',
    `-rpcport=${rpcPort}`,
  ];
  options.push(
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-bind=127.0.0.1:${peerPort}`,
    '-dnsseed=0',
    '-dns=0',
    '-upnp=0',
  );
  options.push(
    '-listenonion=0',
    '-discover=0',
    '-txindex=1',
    '-fallbackfee=0.0001',
    '-acceptnonstdtxn=0',
    '-printtoconsole=0',
  );
  if (!hasMweb) options.push('-vbparams=mweb:-2:0');
  const child = spawn(path, options, { env: { ...process.env, HOME: directory }, stdio: 'ignore' });
  try {
    const node = await prepareRealNode(child, makeRpc(rpcPort), hasMweb);
    return { ...node, close: () => stop(child, directory) };
  } catch (error) {
    await stop(child, directory);
    throw error;
  }
}

async function prepareRealNode(
  child: ChildProcess,
  rpc: Rpc,
  hasMweb: boolean,
): Promise<Omit<ContractNode, 'close'>> {
  await waitUntilReady(child, rpc);
  await rpc('createwallet', ['miner']);
  const address = await rpc<string>('getnewaddress', ['', 'bech32']);
  const mine = async (blocks: number) => void (await rpc('generatetoaddress', [blocks, address]));
  await mine(162);
  if (hasMweb) await activateMweb(rpc, mine);
  return {
    name: 'litecoind',
    rpc,
    mine,
    pay: (to, ltc, isPegOut = false) =>
      rpc('sendtoaddress', [to, ltc], isPegOut ? '/wallet/mweb' : '/wallet/miner'),
    reorg: (depth) => reorganise(rpc, mine, address, depth),
  };
}

type Rpc = <T = unknown>(method: string, params?: readonly unknown[], wallet?: string) => Promise<T>;

function makeRpc(port: number): Rpc {
  return async <T>(method: string, params: readonly unknown[] = [], wallet = '/') => {
    const response = await fetch(`http://127.0.0.1:${port}${wallet}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('test:test')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result: T;
      error: { code: number; message: string } | null;
    };
    if (error) throw new RpcError(error.code, error.message);
    return result;
  };
}

async function waitUntilReady(child: ChildProcess, rpc: Rpc): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`litecoind ended with code ${child.exitCode}`);
    const isReady = await rpc('getblockcount').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error('litecoind did not answer within 20 seconds');
}

/** Activates MWEB, which needs a peg-in before block 432. The second wallet has only MWEB coins, so every payment from it is a peg-out. */
async function activateMweb(rpc: Rpc, mine: (blocks: number) => Promise<void>): Promise<void> {
  await rpc('createwallet', ['mweb']);
  await mine(431 - 162);
  for (let i = 0; i < 4; i++) {
    const inside = await rpc<string>('getnewaddress', ['', 'mweb'], '/wallet/mweb');
    await rpc('sendtoaddress', [inside, 20], '/wallet/miner');
    await mine(1);
  }
  await mine(6);
}

async function reorganise(
  rpc: Rpc,
  mine: (blocks: number) => Promise<void>,
  address: string,
  depth: number,
): Promise<void> {
  const tip = await rpc<number>('getblockcount');
  const hashes = await Promise.all(
    Array.from({ length: depth }, (_, i) => rpc<string>('getblockhash', [tip - depth + 1 + i])),
  );
  const contents = await Promise.all(hashes.map((hash) => rpc<{ tx: string[] }>('getblock', [hash])));
  await rpc('invalidateblock', [hashes[0]]);
  for (const { tx } of contents) await rpc('generateblock', [address, tx.slice(1)]);
  await mine(1);
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(directory, { recursive: true });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
