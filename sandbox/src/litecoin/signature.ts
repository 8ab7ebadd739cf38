import { secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, Transaction as SigningTransaction } from '@scure/btc-signer';
import { equalBytes, hash160 } from '@scure/btc-signer/utils.js';
import type { Coin } from './coins.ts';
import { fromHex } from './hashing.ts';
import { classify } from './scripts.ts';
import type { Transaction } from './transaction.ts';

const SIGHASH_TYPES = new Set([1, 2, 3, 0x81, 0x82, 0x83]);

/**
 * Checks that each input may spend its coin: the BIP143 sighash and its signature for P2WPKH. Returns Core's words for
 * the first failure, or undefined. The sandbox cannot spend coins of other types.
 */
export function findScriptFailure(transaction: Transaction, coins: readonly Coin[]): string | undefined {
  const signing = SigningTransaction.fromRaw(fromHex(transaction.hex), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  });
  for (let i = 0; i < coins.length; i++) {
    const failure = checkInput(transaction, signing, i, coins[i]!);
    if (failure) return failure;
  }
  return undefined;
}

function checkInput(
  transaction: Transaction,
  signing: SigningTransaction,
  index: number,
  coin: Coin,
): string | undefined {
  const { scriptSig, witness } = transaction.inputs[index]!;
  if (classify(coin.script) !== 'witness_v0_keyhash') return 'The sandbox verifies P2WPKH inputs only';
  if (scriptSig.length > 0) return 'Witness requires empty scriptSig';
  const [signature, publicKey] = witness;
  if (witness.length !== 2 || !signature || !publicKey) return 'Witness program hash mismatch';
  const keyHash = hash160(publicKey);
  if (!equalBytes(keyHash, coin.script.subarray(2))) return 'Script failed an OP_EQUALVERIFY operation';
  if (signature.length === 0)
    return 'Script evaluated without error but finished with a false/empty top stack element';
  const format = checkEncoding(signature, publicKey);
  if (format) return format;
  const hashType = signature.at(-1)!;
  const digest = signing.preimageWitnessV0(
    index,
    OutScript.encode({ type: 'pkh', hash: keyHash }),
    hashType,
    coin.litoshi,
  );
  const isValid = secp256k1.verify(signature.subarray(0, -1), digest, publicKey, {
    prehash: false,
    format: 'der',
    lowS: true,
  });
  return isValid ? undefined : 'Signature must be zero for failed CHECK(MULTI)SIG operation';
}

function checkEncoding(signature: Uint8Array, publicKey: Uint8Array): string | undefined {
  let parsed: ReturnType<typeof secp256k1.Signature.fromBytes>;
  try {
    parsed = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
  } catch {
    return 'Non-canonical DER signature';
  }
  if (parsed.hasHighS()) return 'Non-canonical signature: S value is unnecessarily high';
  if (!SIGHASH_TYPES.has(signature.at(-1)!)) return 'Signature hash type missing or not understood';
  const isCompressed = publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3);
  return isCompressed ? undefined : 'Using non-compressed keys in segwit';
}
