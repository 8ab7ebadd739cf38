import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { withoutEmpty } from '../server/src/config-fields.ts';
import { NETWORKS } from '../server/src/money/litecoin/network.ts';
import {
  adoptSeed,
  makeSeed,
  writePublicHalf,
  writeSeedFile,
} from '../server/src/money/litecoin/seed-file.ts';
import { createKeyFile, openVault, type Vault } from '../server/src/platform/vault/vault.ts';
import { naming, StartError } from '../server/src/start-error.ts';
import { fromHere, runCommand } from './database.ts';

/**
 * `npm run make-keys`, once before the first start in production: creates the vault's key file, the signer's key and wallet
 * files, and a wallet file without the seed for web and worker (`WALLET_PUBLIC_FILE`, by default `*.public.json` next to it).
 * `--words` reads the seed words from standard input; otherwise a new seed is created and its words are shown once.
 * Existing files are never replaced, but a missing wallet file without the seed is written. A seed that the vault had sealed is
 * resealed with the signer's key.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { words: { type: 'boolean', default: false } } });
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
  const files = { vaultFile, signerFile, seedFile, publicFile };
  refuseOneFileTwice(files);
  if (values.words && existsSync(seedFile))
    throw new StartError(`${seedFile} exists already, so --words was not used. Move that file away first.`);
  for (const file of [vaultFile, signerFile]) if (!existsSync(file)) naming(file, () => createKeyFile(file));
  const signerVault = naming(`SIGNER_KEY_FILE ${signerFile}`, () => openVault(signerFile, { create: false }));
  if (!existsSync(seedFile)) {
    await make(files, signerVault, values.words);
    console.log([vaultFile, signerFile, seedFile, publicFile].join('\n'));
    return 0;
  }
  const vault = naming(`VAULT_KEY_FILE ${vaultFile}`, () => openVault(vaultFile, { create: false }));
  const vaults = { from: vault, to: signerVault };
  const done = naming(`WALLET_SEED_FILE ${seedFile}`, () => complete(seedFile, publicFile, vaults));
  if (done.length === 0) {
    console.error(`${seedFile} exists already, and the signer's key opens it.`);
    return 2;
  }
  console.log(done.join('\n'));
  return 0;
});

interface Files {
  readonly vaultFile: string;
  readonly signerFile: string;
  readonly seedFile: string;
  readonly publicFile: string;
}

/** One file for vault and signer would let web and worker open the seed. */
function refuseOneFileTwice(files: Files): void {
  const paths = Object.values(files);
  const twice = paths.find((file, index) => paths.indexOf(file) !== index);
  if (twice) throw new StartError(`Each variable needs a file of its own, and two name ${twice}`);
}

async function make({ seedFile, publicFile }: Files, signerVault: Vault, hasWords: boolean): Promise<void> {
  if (existsSync(publicFile)) {
    throw new StartError(
      `${publicFile} exists already, but ${seedFile} does not. Put the wallet file back, or move this one away.`,
    );
  }
  if (hasWords && process.stdin.isTTY) console.error('Enter the words in one line, then press Ctrl+D:');
  const words = hasWords ? (await text(process.stdin)).trim() : null;
  const seed = words ?? makeSeed();
  // the words come first, so that no failure leaves a wallet whose words nobody has seen
  if (words === null) console.log(`Write these words down. They are not shown again:\n\n${seed}\n`);
  writeSeedFile(seedFile, seed, signerVault, NETWORKS.main);
  naming(publicFile, () => writePublicHalf(seedFile, publicFile));
}

/** Does what an existing wallet lacks: the seal of the signer, and the wallet file without the seed. Returns what it did. */
function complete(seedFile: string, publicFile: string, vaults: { from: Vault; to: Vault }): string[] {
  const done: string[] = [];
  if (adoptSeed(seedFile, vaults)) done.push(`The seed in ${seedFile} is now sealed with the signer's key.`);
  if (!existsSync(publicFile)) {
    writePublicHalf(seedFile, publicFile);
    done.push(`${publicFile} was written.`);
  }
  return done;
}
