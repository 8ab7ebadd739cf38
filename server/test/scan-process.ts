import { openScanner } from '../src/money/litecoin/scan.ts';
import { openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { openPool } from '../src/platform/db/pool.ts';

/** Follows the chain in a loop until it is killed: `scan-process.ts <database url> <rpc url> <user> <password>`. */
const [databaseUrl, rpcUrl, rpcUser, rpcPassword] = process.argv.slice(2) as [string, string, string, string];
const { db } = openPool(databaseUrl, { max: 3 });
const scanner = openScanner({
  db,
  node: openLitecoinNode({ rpcUrl, rpcUser, rpcPassword }),
  network: 'regtest',
});
process.stdout.write('following\n');
for (;;) await scanner.scanOnce();
