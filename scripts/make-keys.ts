import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { NETWORKS } from '../server/src/money/litecoin/network.ts';
import {
  adoptSeed,
  makeSeed,
  writePublicHalf,
  writeSeedFile,
} from '../server/src/money/litecoin/seed-file.ts';
import { createKeyFile, openVault } from '../server/src/platform/vault/vault.ts';

/**
 * `npm run make-keys`, once before the first start in production: creates the vault's key file, the signer's key and wallet
 * files, and a wallet file without the seed for web and worker (`WALLET_PUBLIC_FILE`, by default `*.public.json` next to it).
 * `--words` reads the seed words from standard input; otherwise a new seed is created and its words are shown once.
 * Existing files are never replaced. A seed that the vault had sealed is resealed with the signer's key.
 */
const {
  VAULT_KEY_FILE: vaultFile,
  SIGNER_KEY_FILE: signerFile,
  WALLET_SEED_FILE: seedFile,
  WALLET_PUBLIC_FILE,
} = process.env;
if (!vaultFile || !signerFile || !seedFile) {
  console.error('Usage: VAULT_KEY_FILE=… SIGNER_KEY_FILE=… WALLET_SEED_FILE=… npm run make-keys');
  process.exit(2);
}
const publicFile = WALLET_PUBLIC_FILE ?? `${seedFile.replace(/\.json$/, '')}.public.json`;
for (const file of [vaultFile, signerFile]) if (!existsSync(file)) createKeyFile(file);
const [vault, signerVault] = [vaultFile, signerFile].map((file) => openVault(file, { create: false }));
if (existsSync(seedFile)) adopt(seedFile);
else await make(seedFile);

function adopt(file: string): void {
  if (!adoptSeed(file, { from: vault!, to: signerVault! })) {
    console.error(`${file} exists already, and the signer's key opens it.`);
    process.exit(2);
  }
  console.log(`The seed in ${file} is now sealed with ${signerFile}.`);
}

async function make(file: string): Promise<void> {
  const words = process.argv.includes('--words') ? (await text(process.stdin)).trim() : null;
  const seed = words ?? makeSeed();
  writeSeedFile(file, seed, signerVault!, NETWORKS.main);
  writePublicHalf(file, publicFile);
  console.log([vaultFile, signerFile, file, publicFile].join('\n'));
  if (!words) console.log(`\nWrite these words down. They are not shown again:\n\n${seed}`);
}
