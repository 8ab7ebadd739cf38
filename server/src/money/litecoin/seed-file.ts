import { existsSync, readFileSync } from 'node:fs';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import * as z from 'zod';
import { replacePrivateFile, writePrivateFile } from '../../platform/vault/private-file.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { StartError } from '../../start-error.ts';
import type { LitecoinNetwork } from './network.ts';

/** The two accounts of the house. Users pay to `deposit`; withdrawals are paid from `hot`. */
export type WalletAccount = 'deposit' | 'hot';
export const ACCOUNT_NUMBER: Readonly<Record<WalletAccount, number>> = { deposit: 0, hot: 1 };

const SEED_CONTEXT = 'wallet seed';
const WORDS_STRENGTH_BITS = 256;

const SeedFile = z.strictObject({
  /**
   * BIP39 words or 64 bytes in hex, sealed by the vault, in base64. Empty in the file of processes that do not sign.
   */
  sealedSeed: z.string(),
  /** In clear, so that making addresses never needs the seed. */
  depositXpub: z.string(),
  hotXpub: z.string(),
});
export type SeedFile = z.output<typeof SeedFile>;

/** Reads the wallet file without opening the seed. */
export function readSeedFile(file: string): SeedFile {
  const text = readFileSync(file, 'utf8');
  try {
    return SeedFile.parse(JSON.parse(text));
  } catch (error) {
    // the parser's message would show the beginning of the text, which may be the words
    throw new Error(`${file} is no wallet file`, { cause: error });
  }
}

/** Creates the wallet file with a new seed if there is no file (the first start of a sandbox). */
export function createSeedFile(file: string, vault: Vault, network: LitecoinNetwork): void {
  if (!existsSync(file)) writeSeedFile(file, makeSeed(), vault, network);
}

/** Makes a new seed of 24 words. */
export const makeSeed = (): string => generateMnemonic(wordlist, WORDS_STRENGTH_BITS);

/** Seals a seed (BIP39 words, or 64 bytes in hex) into a new wallet file. Throws when the file exists. */
export function writeSeedFile(file: string, seed: string, vault: Vault, network: LitecoinNetwork): void {
  const master = masterKey(seed, network);
  const content: SeedFile = {
    sealedSeed: vault.seal(seed, SEED_CONTEXT).toString('base64'),
    depositXpub: accountKey(master, 'deposit', network).publicExtendedKey,
    hotXpub: accountKey(master, 'hot', network).publicExtendedKey,
  };
  writePrivateFile(file, JSON.stringify(content));
}

/** Writes a copy of the wallet file without the seed, for processes that do not sign. Throws when the copy exists. */
export function writePublicHalf(seedFile: string, file: string): void {
  writePrivateFile(file, JSON.stringify({ ...readSeedFile(seedFile), sealedSeed: '' } satisfies SeedFile));
}

/** Reseals the seed in place with the newest key of the signer's vault. False when that is not necessary. */
export function resealSeedFile(file: string, vault: Vault): boolean {
  const { sealedSeed } = readSeedFile(file);
  if (sealedSeed === '' || vault.isCurrent(Buffer.from(sealedSeed, 'base64'))) return false;
  replaceSeal(file, vault, vault);
  return true;
}

/** Reseals a seed that another vault sealed, for the signer's vault. False when that is not necessary. */
export function adoptSeed(file: string, { from, to }: { from: Vault; to: Vault }): boolean {
  const { sealedSeed } = readSeedFile(file);
  if (sealedSeed === '' || opens(to, sealedSeed)) return false;
  replaceSeal(file, from, to);
  return true;
}

function opens(vault: Vault, sealedSeed: string): boolean {
  try {
    return vault.open(Buffer.from(sealedSeed, 'base64'), SEED_CONTEXT) !== '';
  } catch {
    return false;
  }
}

function replaceSeal(file: string, from: Vault, to: Vault): void {
  replacePrivateFile(file, (text) => {
    const content = SeedFile.parse(JSON.parse(text));
    const seed = from.open(Buffer.from(content.sealedSeed, 'base64'), SEED_CONTEXT);
    return JSON.stringify({
      ...content,
      sealedSeed: to.seal(seed, SEED_CONTEXT).toString('base64'),
    } satisfies SeedFile);
  });
}

/** The private key of an account, from the opened seed. For the signer only. */
export function openAccountKey(
  { sealedSeed }: SeedFile,
  account: WalletAccount,
  vault: Vault,
  network: LitecoinNetwork,
): HDKey {
  const seed = vault.open(Buffer.from(sealedSeed, 'base64'), SEED_CONTEXT);
  return accountKey(masterKey(seed, network), account, network);
}

const masterKey = (seed: string, network: LitecoinNetwork): HDKey =>
  HDKey.fromMasterSeed(seedBytes(seed), network.extendedKeys);

/** BIP84: m/84'/coin'/account'. */
function accountKey(master: HDKey, account: WalletAccount, network: LitecoinNetwork): HDKey {
  return master.derive(`m/84'/${network.coinType}'/${ACCOUNT_NUMBER[account]}'`);
}

function seedBytes(seed: string): Uint8Array {
  if (/^[0-9a-f]{128}$/i.test(seed)) return Buffer.from(seed, 'hex');
  if (!validateMnemonic(seed, wordlist))
    throw new StartError('the wallet seed is neither BIP39 words nor 64 bytes in hex');
  return mnemonicToSeedSync(seed);
}
