import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { REPOSITORY } from '../../../test/repository.ts';
import { runScript } from '../../../test/scripts.ts';
import { createKeyFile, openVault } from '../../platform/vault/vault.ts';
import { NETWORKS } from './network.ts';
import { makeSeed, readSeedFile, writeSeedFile } from './seed-file.ts';

/** `npm run make-keys`, as an operator runs it. */
const WORDS = /^(?:[a-z]+ ){23}[a-z]+$/m;

let folder: string;
const fileOf = (name: string) => join(folder, `${name}.json`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sterling-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function makeKeys(args: string[] = [], input = '', more: Record<string, string> = {}) {
  const env = {
    VAULT_KEY_FILE: fileOf('vault'),
    SIGNER_KEY_FILE: fileOf('signer'),
    WALLET_SEED_FILE: fileOf('wallet'),
    ...more,
  };
  return runScript('make-keys.ts', { args, env, input });
}

const keysOf = (name: string) => {
  const { depositXpub, hotXpub } = readSeedFile(fileOf(name));
  return [depositXpub, hotXpub];
};

test('shows the words once, and the wallet of web and worker has no seed', async () => {
  const first = await makeKeys();
  expect(first).toMatchObject({ code: 0, printed: expect.stringMatching(WORDS) });
  expect(readSeedFile(fileOf('wallet.public')).sealedSeed).toBe('');
  const before = readFileSync(fileOf('wallet'), 'utf8');
  const second = await makeKeys();
  expect(second.code).toBe(2);
  expect(second.printed).not.toMatch(WORDS);
  expect(readFileSync(fileOf('wallet'), 'utf8')).toBe(before);
});

test('makes no seed while a wallet without a seed is there already', async () => {
  writeFileSync(fileOf('wallet.public'), '{}');
  const { code, printed } = await makeKeys();
  expect([code, printed]).toEqual([
    1,
    `${fileOf('wallet.public')} exists already, but ${fileOf('wallet')} does not. Put the wallet file back, or move this one away.\n`,
  ]);
  expect(() => readSeedFile(fileOf('wallet'))).toThrow('ENOENT');
});

test('writes a missing wallet of web and worker later', async () => {
  await makeKeys();
  const before = keysOf('wallet.public');
  unlinkSync(fileOf('wallet.public'));
  const { code, printed } = await makeKeys();
  expect([code, printed]).toEqual([0, `${fileOf('wallet.public')} was written.\n`]);
  expect(keysOf('wallet.public')).toEqual(before);
});

test('gives the signer a seed that the vault had sealed, and web and worker their wallet', async () => {
  createKeyFile(fileOf('vault'));
  const vault = openVault(fileOf('vault'), { create: false });
  writeSeedFile(fileOf('wallet'), makeSeed(), vault, NETWORKS.main);
  expect((await makeKeys()).code).toBe(0);
  expect(keysOf('wallet.public')).toEqual(keysOf('wallet'));
  expect((await makeKeys()).code).toBe(2);
});

test('takes the words of another wallet, and refuses wrong ones without a stack or a word of them', async () => {
  const words = makeSeed();
  const wrong = words.replace(/\w+$/, 'zoology');
  expect(await makeKeys(['--words'], wrong)).toEqual({
    code: 1,
    printed: 'the wallet seed is neither BIP39 words nor 64 bytes in hex\n',
  });
  const { code, printed } = await makeKeys(['--words'], `${words}\n`);
  expect(code).toBe(0);
  expect(printed).not.toMatch(WORDS);
});

test('refuses a mistyped option, one file for two purposes, and words beside a wallet', async () => {
  expect(await makeKeys(['--word'])).toMatchObject({ code: 1, printed: expect.stringContaining("'--word'") });
  expect(existsSync(fileOf('wallet'))).toBe(false);
  const shared = await makeKeys([], '', { SIGNER_KEY_FILE: fileOf('vault') });
  expect(shared).toMatchObject({ code: 1, printed: expect.stringContaining(`two name ${fileOf('vault')}`) });
  expect(existsSync(fileOf('vault'))).toBe(false);
  await makeKeys();
  unlinkSync(fileOf('wallet.public'));
  const late = await makeKeys(['--words'], makeSeed());
  expect(late).toMatchObject({ code: 1, printed: expect.stringContaining('--words was not used') });
  expect(existsSync(fileOf('wallet.public'))).toBe(false);
});

test('names the file that is no wallet, without a stack', async () => {
  writeFileSync(fileOf('wallet'), 'secret words');
  const { code, printed } = await makeKeys();
  expect([code, printed]).toEqual([
    1,
    `WALLET_SEED_FILE ${fileOf('wallet')}: ${fileOf('wallet')} is no wallet file\n`,
  ]);
});

test('leaves no half-written file on a full disk', async () => {
  const command = `ulimit -f 0; trap '' XFSZ; exec "${process.execPath}" -e "
    import('${join(REPOSITORY, 'server/src/platform/vault/private-file.ts')}').then(({ writePrivateFile }) =>
      writePrivateFile('${fileOf('vault')}', 'x'.repeat(4096)))"`;
  const failure = await new Promise<string>((resolve) =>
    execFile('bash', ['-c', command], (_error, _out, err) => resolve(err)),
  );
  expect(failure).toContain('EFBIG');
  expect(existsSync(fileOf('vault'))).toBe(false);
});
