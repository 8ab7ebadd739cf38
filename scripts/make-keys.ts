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
 * `npm run make-keys`, once before the first start in production: the vault's key file, the signer's key and wallet
 * files, and a wallet file without the seed (`WALLET_PUBLIC_FILE`, else `*.public.json` beside it) for web and worker,
 * which sign nothing. `--words` reads the seed's words from the standard input; else a seed is made and its words are
 * shown once. Files that exist are never replaced; a seed that the vault had sealed gets the signer's key.
 */
const {
  VAULT_KEY_FILE: vaultFile,
  SIGNER_KEY_FILE: signerFile,
  WALLET_SEED_FILE: seedFile,
  WALLET_PUBLIC_FILE,
} = process.env;
if (!vaultFile || !signerFile || !seedFile) {
  console.error('Say where: VAULT_KEY_FILE=… SIGNER_KEY_FILE=… WALLET_SEED_FILE=… npm run make-keys');
  process.exit(2);
}
const publicFile = WALLET_PUBLIC_FILE ?? `${seedFile.replace(/\.json$/, '')}.public.json`;
for (const file of [vaultFile, signerFile]) if (!existsSync(file)) createKeyFile(file);
const [vault, signerVault] = [vaultFile, signerFile].map((file) => openVault(file, { create: false }));
if (existsSync(seedFile)) adopt(seedFile);
else await make(seedFile);

function adopt(file: string): void {
  if (!adoptSeed(file, { from: vault!, to: signerVault! })) {
    console.error(`${file} is there already, and the signer's key opens it.`);
    process.exit(2);
  }
  console.log(`The seed in ${file} is sealed by ${signerFile} now.`);
}

async function make(file: string): Promise<void> {
  const words = process.argv.includes('--words') ? (await text(process.stdin)).trim() : null;
  const seed = words ?? makeSeed();
  writeSeedFile(file, seed, signerVault!, NETWORKS.main);
  writePublicHalf(file, publicFile);
  console.log([vaultFile, signerFile, file, publicFile].join('\n'));
  if (!words) console.log(`\nWrite these words down; they are not shown again:\n\n${seed}`);
}
