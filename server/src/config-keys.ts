import { join } from 'node:path';
import type { Env } from './config-fields.ts';

/** Only processes that sign get the seed file. Web and worker need public keys only. */
export function walletFiles(env: Env, need: (name: string) => string) {
  if (env.ROLE === 'web' || env.ROLE === 'worker')
    return { walletFile: need('WALLET_PUBLIC_FILE'), signing: null };
  const seedFile = need('WALLET_SEED_FILE');
  return {
    walletFile: env.WALLET_PUBLIC_FILE ?? seedFile,
    signing: { keyFile: need('SIGNER_KEY_FILE'), seedFile, journalFile: need('SIGNER_JOURNAL_FILE') },
  };
}

/** The key files that the sandbox makes in its data directory. */
export function sandboxKeys(dataDir: string) {
  const fileOf = (name: string) => join(dataDir, 'keys', name);
  const seedFile = fileOf('wallet-seed.json');
  const signing = { keyFile: fileOf('signer.json'), seedFile, journalFile: fileOf('signed.jsonl') };
  return { vaultFile: fileOf('vault.json'), walletFile: seedFile, signing };
}
