import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { NETWORKS } from '../server/src/litecoin/network.ts';
import { makeSeed, writePublicHalf, writeSeedFile } from '../server/src/litecoin/seed-file.ts';
import { createKeyFile, openVault } from '../server/src/vault/vault.ts';

/**
 * `npm run make-keys`, once before the first start in production: the vault's key file, the wallet file of the worker,
 * and one without the seed (`WALLET_PUBLIC_FILE`, else `*.public.json` beside it) for the web process, which signs nothing. `--words` reads the seed's words from the
 * standard input; else a seed is made and its words are shown once. Files that exist are never replaced.
 */
const { VAULT_KEY_FILE: vaultFile, WALLET_SEED_FILE: seedFile, WALLET_PUBLIC_FILE } = process.env;
if (!vaultFile || !seedFile) {
  console.error('Say where: VAULT_KEY_FILE=… WALLET_SEED_FILE=… npm run make-keys');
  process.exit(2);
}
if (existsSync(seedFile)) {
  console.error(`${seedFile} is there already.`);
  process.exit(2);
}
const words = process.argv.includes('--words') ? (await text(process.stdin)).trim() : null;
const seed = words ?? makeSeed();
if (!existsSync(vaultFile)) createKeyFile(vaultFile);
writeSeedFile(seedFile, seed, openVault(vaultFile, { create: false }), NETWORKS.main);
const publicFile = WALLET_PUBLIC_FILE ?? `${seedFile.replace(/\.json$/, '')}.public.json`;
writePublicHalf(seedFile, publicFile);
console.log(`${vaultFile}\n${seedFile}\n${publicFile}`);
if (!words) console.log(`\nWrite these words down; they are not shown again:\n\n${seed}`);
