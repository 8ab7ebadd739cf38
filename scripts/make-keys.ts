import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { withoutEmpty } from '../server/src/config-fields.ts';
import { NETWORKS } from '../server/src/money/litecoin/network.ts';
import {
  adoptSeed,
  makeSeed,
  writePublicHalf,
  writeSeedFile,
} from '../server/src/money/litecoin/seed-file.ts';
import { createKeyFile, openVault, type Vault } from '../server/src/platform/vault/vault.ts';
import { fromHere, runCommand } from './database.ts';

/**
 * `npm run make-keys`, once before the first start in production: creates the vault's key file, the signer's key and wallet
 * files, and a wallet file without the seed for web and worker (`WALLET_PUBLIC_FILE`, by default `*.public.json` next to it).
 * `--words` reads the seed words from standard input; otherwise a new seed is created and its words are shown once.
 * Existing files are never replaced. A seed that the vault had sealed is resealed with the signer's key.
 */
await runCommand(async () => {
  const env = withoutEmpty(process.env);
  const fileOf = (name: string) => env[name] && fromHere(env[name]);
  const [vaultFile, signerFile, seedFile] = ['VAULT_KEY_FILE', 'SIGNER_KEY_FILE', 'WALLET_SEED_FILE'].map(
    fileOf,
  );
  if (!vaultFile || !signerFile || !seedFile) {
    console.error('Usage: VAULT_KEY_FILE=… SIGNER_KEY_FILE=… WALLET_SEED_FILE=… npm run make-keys');
    return 2;
  }
  const publicFile = fileOf('WALLET_PUBLIC_FILE') ?? `${seedFile.replace(/\.json$/, '')}.public.json`;
  for (const file of [vaultFile, signerFile]) if (!existsSync(file)) createKeyFile(file);
  const signerVault = openVault(signerFile, { create: false });
  if (existsSync(seedFile))
    return adopt(seedFile, { from: openVault(vaultFile, { create: false }), to: signerVault }, signerFile);
  await make(seedFile, signerVault, [vaultFile, signerFile, seedFile, publicFile]);
  return 0;
});

function adopt(file: string, vaults: { from: Vault; to: Vault }, signerFile: string): number {
  if (!adoptSeed(file, vaults)) {
    console.error(`${file} exists already, and the signer's key opens it.`);
    return 2;
  }
  console.log(`The seed in ${file} is now sealed with ${signerFile}.`);
  return 0;
}

async function make(file: string, signerVault: Vault, files: string[]): Promise<void> {
  const words = process.argv.includes('--words') ? (await text(process.stdin)).trim() : null;
  const seed = words ?? makeSeed();
  writeSeedFile(file, seed, signerVault, NETWORKS.main);
  writePublicHalf(file, files.at(-1)!);
  console.log(files.join('\n'));
  if (!words) console.log(`\nWrite these words down. They are not shown again:\n\n${seed}`);
}
