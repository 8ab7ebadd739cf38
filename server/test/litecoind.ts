import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { openRawRpc, type TestChain } from './chain.ts';

const LOGIN = { rpcUser: 'test', rpcPassword: 'test' };

/** A real litecoind in regtest with a miner's wallet of matured coins; its folder goes when it closes. */
export async function openLitecoind(binary: string): Promise<TestChain> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-litecoind-'));
  const rpcPort = await freePort();
  const child = spawn(binary, options(directory, rpcPort, await freePort()), { stdio: 'ignore' });
  const rpcUrl = `http://127.0.0.1:${rpcPort}`;
  const rpc = openRawRpc(rpcUrl, `${LOGIN.rpcUser}:${LOGIN.rpcPassword}`);
  await answering(child, rpc);
  await rpc('createwallet', 'miner');
  const home = await rpc<string>('getnewaddress', '', 'bech32');
  const mine = (blocks: number) => rpc<void>('generatetoaddress', blocks, home);
  await mine(150);
  return {
    node: openLitecoinNode({ rpcUrl, ...LOGIN }),
    rpc,
    mine,
    pay: (...outputs) =>
      rpc('sendmany', '', Object.fromEntries(outputs.map(({ address, ltc }) => [address, ltc]))),
    reorg: (depth, drop = []) => reorganise(rpc, depth, drop),
    close: () => end(child, directory),
  };
}

function options(directory: string, rpcPort: number, peerPort: number): string[] {
  return [
    ...[
      '-regtest',
      `-datadir=${directory}`,
      '-server',
      `-rpcuser=${LOGIN.rpcUser}`,
      `-rpcpassword=${LOGIN.rpcPassword}`,
    ],
    ...[`-rpcport=${rpcPort}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-bind=127.0.0.1:${peerPort}`],
    ...[
      '-dnsseed=0',
      '-dns=0',
      '-upnp=0',
      '-listenonion=0',
      '-discover=0',
      '-fallbackfee=0.0001',
      '-acceptnonstdtxn=0',
    ],
    // MWEB never active: without a peg-in block 432 could not be mined (litecoin.md §1)
    ...['-printtoconsole=0', '-vbparams=mweb:-2:0', '-txindex=1'],
  ];
}

async function answering(child: ChildProcess, rpc: TestChain['rpc']): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`litecoind ended with code ${child.exitCode}`);
    if (
      await rpc('getblockcount').then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error('litecoind did not answer within 20 seconds');
}

/** The same content on a new branch; what is dropped is double spent, else it would come back from the mempool. */
async function reorganise(rpc: TestChain['rpc'], depth: number, drop: readonly string[]): Promise<void> {
  const tip = await rpc<number>('getblockcount');
  const contents: { txid: string; hex: string }[][] = [];
  for (let height = tip - depth + 1; height <= tip; height += 1) {
    const { tx } = await rpc<{ tx: { txid: string; hex: string }[] }>(
      'getblock',
      await rpc('getblockhash', height),
      2,
    );
    contents.push(tx.slice(1));
  }
  await rpc('invalidateblock', await rpc('getblockhash', tip - depth + 1));
  // another address, or a block of the same second would be the invalid one again
  const home = await rpc<string>('getnewaddress', '', 'bech32');
  for (const transactions of [...contents, []]) {
    const content = transactions.map(({ txid, hex }) =>
      drop.includes(txid) ? doubleSpend(rpc, home, txid) : hex,
    );
    await rpc('generateblock', home, await Promise.all(content));
  }
}

async function doubleSpend(rpc: TestChain['rpc'], home: string, txid: string): Promise<string> {
  const { vin } = await rpc<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', txid, true);
  let ltc = 0;
  for (const { txid: from, vout } of vin) {
    const { vout: outs } = await rpc<{ vout: { value: number }[] }>('getrawtransaction', from, true);
    ltc += outs[vout]!.value;
  }
  const inputs = vin.map(({ txid: from, vout }) => ({ txid: from, vout }));
  const unsigned = await rpc('createrawtransaction', inputs, [{ [home]: (ltc - 0.01).toFixed(8) }]);
  return (await rpc<{ hex: string }>('signrawtransactionwithwallet', unsigned)).hex;
}

async function end(child: ChildProcess, directory: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  rmSync(directory, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
