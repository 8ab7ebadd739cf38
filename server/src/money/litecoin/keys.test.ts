import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openVault } from '../../platform/vault/vault.ts';
import {
  findDepositAddress,
  newDepositAddress,
  openWalletAddresses,
  presentDepositAddress,
} from './addresses.ts';
import { openPublicWallet, parseXpub, publicKeys, type WalletKeys } from './keys.ts';
import { NETWORKS } from './network.ts';
import { createSeedFile, writePublicHalf, writeSeedFile } from './seed-file.ts';
import { openSigner } from './signer.ts';

const WORDS = `${'abandon '.repeat(11)}about`;
const directory = mkdtempSync(join(tmpdir(), 'sterling-keys-'));
const vault = openVault(join(directory, 'vault.json'), { create: true });
afterAll(() => rmSync(directory, { recursive: true }));

function walletOf(name: string, seed: string) {
  const file = join(directory, name);
  writeSeedFile(file, seed, vault, NETWORKS.main);
  return { file, vault, network: 'main' } as const;
}

function freshWallet(name: string): WalletKeys {
  const file = join(directory, name);
  createSeedFile(file, vault, NETWORKS.regtest);
  return openPublicWallet(file, 'regtest', true);
}

describe('the wallet file', () => {
  test('gives BIP84 addresses from its public half and never contains the seed in clear', () => {
    const wallet = walletOf('known.json', WORDS);
    const keys = openPublicWallet(wallet.file, 'main', true);
    expect(keys.addressAt({ account: 'deposit', branch: 0, index: 0 }).address).toBe(
      'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
    );
    expect(keys.addressAt({ account: 'hot', branch: 0, index: 0 }).address).not.toBe(
      keys.addressAt({ account: 'deposit', branch: 0, index: 0 }).address,
    );
    expect(readFileSync(wallet.file, 'utf8')).not.toMatch(/abandon|xprv/);
    expect(statSync(wallet.file).mode & 0o777).toBe(0o600);
    const seed = Buffer.from(mnemonicToSeedSync(WORDS)).toString('hex');
    expect(openPublicWallet(walletOf('hex.json', seed).file, 'main', true).depositXpub).toBe(
      keys.depositXpub,
    );
  });

  test('is created once by a sandbox, and never replaced', () => {
    const file = join(directory, 'fresh.json');
    expect(() => openPublicWallet(file, 'regtest', true)).toThrow('ENOENT');
    const first = freshWallet('fresh.json');
    expect(freshWallet('fresh.json').depositXpub).toBe(first.depositXpub);
    expect(first.depositXpub).toMatch(/^tpub/);
    expect(() => writeSeedFile(file, WORDS, vault, NETWORKS.regtest)).toThrow('EEXIST');
  });

  test('is refused with a seed by other processes, and without a seed by the signer', () => {
    const wallet = walletOf('whole.json', WORDS);
    expect(() => openPublicWallet(wallet.file, 'main', false)).toThrow('holds the seed');
    const half = join(directory, 'half.json');
    writePublicHalf(wallet.file, half);
    expect(openPublicWallet(half, 'main', false).hotXpub).toBe(
      openPublicWallet(wallet.file, 'main', true).hotXpub,
    );
    expect(() => openSigner({ ...wallet, file: half })).toThrow('holds no seed');
  });

  test('opens for the signer only when the seed matches the public keys', () => {
    const { file, network } = walletOf('right.json', WORDS);
    const other = walletOf('other.json', 'ab'.repeat(64));
    const mixed = {
      ...JSON.parse(readFileSync(file, 'utf8')),
      sealedSeed: JSON.parse(readFileSync(other.file, 'utf8')).sealedSeed,
    };
    const signer = openSigner({ file, vault, network });
    expect(() => openSigner({ ...other, file: writeJson('mixed.json', mixed) })).toThrow(
      'does not give the deposit account',
    );

    const keys = openPublicWallet(file, network, true);
    expect(signer.keys.hotXpub).toBe(keys.hotXpub);
    const path = { account: 'deposit', branch: 0, index: 7 } as const;
    const transaction = new Transaction();
    const witnessUtxo = { script: keys.addressAt(path).script, amount: 5_000n };
    transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo });
    transaction.addOutput({ script: keys.addressAt(path).script, amount: 4_000n });
    expect(() => signer.signP2wpkh(transaction, [])).toThrow('1 inputs but 0 keys');
    expect(() => signer.signP2wpkh(transaction, [{ ...path, index: 8 }])).toThrow();
    signer.signP2wpkh(transaction, [path]);
    expect(transaction.isFinal).toBe(true);
  });

  function writeJson(name: string, content: unknown): string {
    const file = join(directory, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  }
});

describe('an extended public key', () => {
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS)).derive("m/84'/2'/0'");
  const { publicKey, chainCode, depth, index, parentFingerprint, privateKey } = account;
  const exported = (versions: { public: number; private: number }, isPrivate = false) => {
    const key = new HDKey({
      versions,
      chainCode: chainCode!,
      depth,
      index,
      parentFingerprint,
      ...(isPrivate ? { privateKey: privateKey! } : { publicKey: publicKey! }),
    });
    return isPrivate ? key.privateExtendedKey : key.publicExtendedKey;
  };
  const FORMS = {
    xpub: { public: 0x0488b21e, private: 0x0488ade4 },
    zpub: { public: 0x04b24746, private: 0x04b2430c },
    Ltub: { public: 0x019da462, private: 0x019d9cfe },
    Mtub: { public: 0x01b26ef6, private: 0x01b26792 },
  };

  test.each(Object.entries(FORMS))(
    'is accepted as %s, a form that Litecoin wallets export',
    (name, versions) => {
      const text = exported(versions);
      expect(text.slice(0, 4)).toBe(name);
      expect(parseXpub(text, NETWORKS.main).publicExtendedKey).toBe(account.publicExtendedKey);
      expect(() => parseXpub(exported(versions, true), NETWORKS.main)).toThrow('PRIVATE EXTENDED KEY');
    },
  );

  test('is refused when it is malformed, or when both accounts are the same', () => {
    expect(() => parseXpub('hello', NETWORKS.main)).toThrow('not an extended public key');
    expect(() => parseXpub(`${account.publicExtendedKey.slice(0, -1)}1`, NETWORKS.main)).toThrow();
    const same = account.publicExtendedKey;
    expect(() => publicKeys({ deposit: same, hot: same }, NETWORKS.main)).toThrow('are the same');
  });
});

describe('addresses in use', () => {
  let database: TestDatabase;
  let keys: WalletKeys;
  beforeAll(async () => {
    database = await openTestDatabase();
    keys = freshWallet('given.json');
  });
  afterAll(() => database.close());

  test('each user has one address until they request a new one', async () => {
    const { db } = database;
    const people = await db
      .insertInto('users')
      .values([{ username: 'nova' }, { username: 'sela' }])
      .returning('id')
      .execute();
    const [nova, sela] = [people[0]!.id, people[1]!.id];
    expect(await findDepositAddress(db, nova)).toBeNull();
    const present = () => inTransaction(db, (tx) => presentDepositAddress(tx, keys, nova));
    const parallel = new Set(await Promise.all(Array.from({ length: 8 }, present)));
    expect(parallel.size).toBe(1);
    const renewed = await inTransaction(db, (tx) => newDepositAddress(tx, keys, nova));
    expect(parallel.has(renewed)).toBe(false);
    expect(await present()).toBe(renewed);
    expect(await inTransaction(db, (tx) => presentDepositAddress(tx, keys, sela))).toMatch(/^rltc1q/);
  });

  test('must come from the present keys, or the server does not start', async () => {
    const { hotAddress } = await openWalletAddresses(database.db, keys);
    expect(await openWalletAddresses(database.db, keys)).toEqual({ hotAddress });
    const others = freshWallet('others.json');
    await expect(openWalletAddresses(database.db, others)).rejects.toThrow('refusing to start');
  });
});
