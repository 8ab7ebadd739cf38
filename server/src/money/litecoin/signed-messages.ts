import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, p2pkh, p2sh, p2wpkh, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer';
import { concatBytes, equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import { parseAddress } from './address.ts';
import { NETWORKS, type NetworkName } from './network.ts';

const SIGHASH_DEFAULT = 0;
const SIGHASH_ALL = 1;

/**
 * Signs a message for a P2WPKH address by BIP-322 (simple), in base64. The signature belongs to a virtual transaction
 * whose input exists on no chain, so it can never move coins.
 */
export function signMessage(message: string, script: Uint8Array, privateKey: Uint8Array): string {
  const transaction = toSign(message, script);
  if (!transaction.signIdx(privateKey, 0)) throw new Error('the message was not signed');
  transaction.finalize();
  return Buffer.from(RawWitness.encode(transaction.getInput(0).finalScriptWitness!)).toString('base64');
}

/**
 * Whether the holder of an address signed a message. Understands BIP-322 (simple) for P2WPKH and P2TR, and `signmessage` of
 * Litecoin Core for P2PKH, which some wallets also use for P2WPKH and P2SH-P2WPKH. Returns false for any other address.
 */
export function isMessageSigned(
  given: string,
  message: string,
  signature: string,
  network: NetworkName,
): boolean {
  const { script } = parseAddress(given, network);
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== signature.replaceAll('=', '')) return false;
  try {
    if (bytes.length === COMPACT_BYTES) return isCompactSignature(message, script, bytes, network);
    return isWitnessSignature(message, script, bytes);
  } catch {
    // the bytes are not a signature
    return false;
  }
}

const COMPACT_BYTES = 65;
const MAGIC = Buffer.from('\x19Litecoin Signed Message:\n', 'latin1');

/** The hash that `signmessage` of Litecoin Core signs. */
function legacyHash(message: string): Uint8Array {
  const text = Buffer.from(message, 'utf8');
  if (text.length > 0xffff) throw new Error('the message is too long');
  const length = text.length < 0xfd ? [text.length] : [0xfd, text.length & 0xff, text.length >> 8];
  return sha256x2(concatBytes(MAGIC, Uint8Array.from(length), text));
}

/** The first byte is 27 to 30 for an uncompressed key and 31 to 42 for a compressed key. The kind of address does not matter. */
function isCompactSignature(
  message: string,
  script: Uint8Array,
  bytes: Uint8Array,
  networkName: NetworkName,
): boolean {
  const header = bytes[0]! - 27;
  if (header < 0 || header > 15) return false;
  const recovered = concatBytes(Uint8Array.of(header & 3), bytes.slice(1));
  const point = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(legacyHash(message));
  const isCompressed = header >= 4;
  const key = point.toBytes(isCompressed);
  const { prefixes } = NETWORKS[networkName];
  if (!isCompressed) return equalBytes(OutScript.encode({ type: 'pkh', hash: hash160(key) }), script);
  const inner = p2wpkh(key, prefixes);
  return [p2pkh(key, prefixes), inner, p2sh(inner, prefixes)].some((own) => equalBytes(own.script, script));
}

function isWitnessSignature(message: string, script: Uint8Array, bytes: Uint8Array): boolean {
  const witness = RawWitness.decode(bytes);
  const output = OutScript.decode(script);
  const transaction = toSign(message, script);
  if (output.type === 'wpkh' && witness.length === 2) {
    const [signed, key] = witness as [Uint8Array, Uint8Array];
    if (signed.at(-1) !== SIGHASH_ALL || !equalBytes(hash160(key), output.hash)) return false;
    const code = OutScript.encode({ type: 'pkh', hash: output.hash });
    const hash = transaction.preimageWitnessV0(0, code, SIGHASH_ALL, 0n);
    return secp256k1.verify(signed.slice(0, -1), hash, key, { prehash: false, format: 'der' });
  }
  if (output.type === 'tr' && witness.length === 1) {
    const [signed] = witness as [Uint8Array];
    const sighash = signed.length === 64 ? SIGHASH_DEFAULT : signed[64]!;
    if (signed.length > 65 || (signed.length === 65 && sighash !== SIGHASH_ALL)) return false;
    const hash = transaction.preimageWitnessV1(0, [script], sighash, [0n]);
    return schnorr.verify(signed.slice(0, 64), hash, output.pubkey);
  }
  return false;
}

/** The virtual transaction that BIP-322 signs. It spends the output of another virtual transaction, which commits to message and script. */
function toSign(message: string, script: Uint8Array): Transaction {
  const hash = tagSchnorr('BIP0322-signed-message', Buffer.from(message, 'utf8'));
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: undefined,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Script.encode(['OP_0', hash]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  });
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true });
  const txid = sha256x2(toSpend).toReversed();
  transaction.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } });
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n });
  return transaction;
}
