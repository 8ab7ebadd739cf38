import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, RawWitness, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr, sha256x2 } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLitecoind } from '../../../test/litecoind.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { NETWORKS } from './network.ts';
import { isMessageSigned, signMessage } from './signed-messages.ts';

const { prefixes } = NETWORKS.regtest;
const KEY = createHash('sha256').update('a key of this test').digest();
const { address, script } = p2wpkh(pubECDSA(KEY), prefixes);
const MESSAGE = `Sterling proof of reserves: ${address} at block 7 ${'ab'.repeat(32)}`;

/** The published examples of BIP-322. The script commits to the key, whatever the network's prefix. */
const EXAMPLES = [
  [
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
] as const;
const EXAMPLE_KEY = Buffer.from('02c7f12003196442943d8588e01aee840423cc54fc1521526a3b85c2b0cbd58872', 'hex');

describe('BIP-322', () => {
  test.each(EXAMPLES)(
    'the published signature of "%s" is valid for its message only',
    (message, signature) => {
      const own = p2wpkh(EXAMPLE_KEY, prefixes).address!;
      expect(isMessageSigned(own, message, signature, 'regtest')).toBe(true);
      expect(isMessageSigned(own, `${message}!`, signature, 'regtest')).toBe(false);
      expect(isMessageSigned(address!, message, signature, 'regtest')).toBe(false);
    },
  );

  test('our signature is valid, and OpenSSL agrees over bytes that are put together by hand', () => {
    const signature = signMessage(MESSAGE, script, KEY);
    expect(isMessageSigned(address!, MESSAGE, signature, 'regtest')).toBe(true);
    expect(isMessageSigned(address!, `${MESSAGE} `, signature, 'regtest')).toBe(false);
    expect(isValidByHand(MESSAGE, script, signature)).toBe(true);
    expect(isValidByHand(`${MESSAGE} `, script, signature)).toBe(false);
  });

  test('a taproot address may also sign', () => {
    const tap = p2tr(pubSchnorr(KEY), undefined, prefixes);
    const transaction = virtualSpend(MESSAGE, tap.script);
    transaction.updateInput(0, { tapInternalKey: pubSchnorr(KEY) });
    transaction.signIdx(KEY, 0);
    transaction.finalize();
    const witness = RawWitness.encode(transaction.getInput(0).finalScriptWitness!);
    const signature = Buffer.from(witness).toString('base64');
    expect(isMessageSigned(tap.address!, MESSAGE, signature, 'regtest')).toBe(true);
    expect(isMessageSigned(tap.address!, 'else', signature, 'regtest')).toBe(false);
  });
});

describe('signmessage of Litecoin Core', () => {
  const compact = (header: number) => {
    const text = Buffer.from(MESSAGE);
    const hash = sha256x2(Buffer.from('\x19Litecoin Signed Message:\n'), Buffer.of(text.length), text);
    const signed = secp256k1.sign(hash, KEY, { prehash: false, format: 'recovered' });
    return Buffer.concat([Buffer.of(header + signed[0]!), signed.slice(1)]).toString('base64');
  };
  const nested = p2sh(p2wpkh(pubECDSA(KEY), prefixes), prefixes).address!;
  const legacy = p2pkh(pubECDSA(KEY), prefixes).address!;
  const uncompressed = p2pkh(secp256k1.getPublicKey(KEY, false), prefixes).address!;

  test.each([
    ['P2PKH', legacy, 31],
    ['P2PKH with an uncompressed key', uncompressed, 27],
    ['P2SH-P2WPKH', nested, 35],
    ['P2WPKH', address!, 39],
  ])('is understood for %s', (_kind, own, header) => {
    expect(isMessageSigned(own, MESSAGE, compact(header), 'regtest')).toBe(true);
    expect(isMessageSigned(own, `${MESSAGE}.`, compact(header), 'regtest')).toBe(false);
  });

  test('an uncompressed key signs for its own address only', () => {
    expect(isMessageSigned(legacy, MESSAGE, compact(27), 'regtest')).toBe(false);
    expect(isMessageSigned(uncompressed, MESSAGE, compact(31), 'regtest')).toBe(false);
  });
});

test.each([
  '',
  'no base64!',
  'AAAA',
  Buffer.alloc(65).toString('base64'),
  Buffer.alloc(65, 31).toString('base64'),
  Buffer.alloc(2_000, 255).toString('base64'),
])('rubbish is no signature: %s', (rubbish) => {
  expect(isMessageSigned(address!, MESSAGE, rubbish, 'regtest')).toBe(false);
  const multisig = p2wsh(p2pkh(pubECDSA(KEY)), prefixes).address!;
  expect(isMessageSigned(multisig, MESSAGE, rubbish, 'regtest')).toBe(false);
  const taproot = p2tr(schnorr.getPublicKey(KEY), undefined, prefixes).address!;
  expect(isMessageSigned(taproot, MESSAGE, rubbish, 'regtest')).toBe(false);
});

const LITECOIND = '/usr/lib/litecoin/litecoind';
const real = existsSync(LITECOIND) ? [['litecoind'] as const] : [];
describe.each(real)('%s', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await openLitecoind(LITECOIND);
  });
  afterAll(() => chain.close());

  test('signs for a legacy address as we understand it', async () => {
    const own = await chain.rpc<string>('getnewaddress', '', 'legacy');
    const signature = await chain.rpc<string>('signmessage', own, MESSAGE);
    expect(isMessageSigned(own, MESSAGE, signature, 'regtest')).toBe(true);
    expect(isMessageSigned(own, 'else', signature, 'regtest')).toBe(false);
  });

  test('finds our BIP-322 signature complete, and that of another message not', async () => {
    const isComplete = async (message: string) => {
      const transaction = virtualSpend(message, script);
      const witness = RawWitness.decode(Buffer.from(signMessage(MESSAGE, script, KEY), 'base64'));
      transaction.updateInput(0, { finalScriptWitness: witness }, true);
      const { txid } = transaction.getInput(0);
      const spent = {
        txid: Buffer.from(txid!).toString('hex'),
        vout: 0,
        scriptPubKey: Buffer.from(script).toString('hex'),
        amount: 0,
      };
      const { complete } = await chain.rpc<{ complete: boolean }>(
        'signrawtransactionwithkey',
        transaction.hex,
        [],
        [spent],
      );
      return complete;
    };
    expect(await isComplete(MESSAGE)).toBe(true);
    expect(await isComplete(`${MESSAGE}.`)).toBe(false);
  });
});

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const twice = (...parts: Uint8Array[]) => sha256(sha256(...parts));
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The txid, as it is inside a transaction, of BIP-322's first virtual transaction. */
function toSpendTxid(message: string, own: Uint8Array): Buffer {
  const tag = sha256(Buffer.from('BIP0322-signed-message'));
  return twice(
    hex(`00000000 01 ${'00'.repeat(32)} ffffffff 22 0020`),
    sha256(tag, tag, Buffer.from(message)),
    hex('00000000 01 0000000000000000'),
    Buffer.of(own.length),
    own,
    hex('00000000'),
  );
}

function virtualSpend(message: string, own: Uint8Array): Transaction {
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true });
  const txid = toSpendTxid(message, own).reverse();
  transaction.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script: own, amount: 0n } });
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  return transaction;
}

/** Verifies by BIP-322 and BIP-143 with Node's crypto alone. */
function isValidByHand(message: string, own: Uint8Array, signature: string): boolean {
  const witness = Buffer.from(signature, 'base64');
  const der = witness.subarray(2, 2 + witness[1]! - 1);
  const key = witness.subarray(-33);
  const outpoint = Buffer.concat([toSpendTxid(message, own), hex('00000000')]);
  const preimage = Buffer.concat([
    ...[hex('00000000'), twice(outpoint), twice(hex('00000000')), outpoint],
    ...[hex('19 76a914'), Buffer.from(own).subarray(2), hex('88ac')],
    ...[hex('0000000000000000'), hex('00000000'), twice(hex('0000000000000000 01 6a'))],
    ...[hex('00000000'), hex('01000000')],
  ]);
  const point = Buffer.from(secp256k1.Point.fromBytes(key).toBytes(false)).toString('hex');
  const spki = hex(`3056301006072a8648ce3d020106052b8104000a034200${point}`);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  // OpenSSL hashes once more
  return verify('sha256', sha256(preimage), publicKey, der);
}
