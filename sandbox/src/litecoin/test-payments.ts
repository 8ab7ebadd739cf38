import { Address, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { sha256, toHex } from './hashing.ts';
import { NETWORK } from './params.ts';
import { decodeAddress } from './scripts.ts';

export type TestKey = { readonly secret: Uint8Array; readonly address: string; readonly script: Uint8Array };
export type TestCoin = { readonly txid: string; readonly vout: number; readonly litoshi: bigint };
export type Payout =
  | { readonly address: string; readonly litoshi: bigint }
  | { readonly script: Uint8Array; readonly litoshi: bigint };

/** A test key, always the same for the same name. */
export function makeKey(name: string): TestKey {
  const secret = sha256(Buffer.from(`sandbox test ${name}`));
  const { script, address } = p2wpkh(pubECDSA(secret), NETWORK);
  return { secret, script, address: address! };
}

/** One address of each type, with litecoind's name of the type. */
export function listAddressKinds(): [type: string, address: string][] {
  const hash = sha256(Buffer.from('some script'));
  const addresses = Address(NETWORK);
  return [
    ['pubkeyhash', addresses.encode({ type: 'pkh', hash: hash.subarray(0, 20) })],
    ['scripthash', addresses.encode({ type: 'sh', hash: hash.subarray(0, 20) })],
    ['witness_v0_keyhash', addresses.encode({ type: 'wpkh', hash: hash.subarray(0, 20) })],
    ['witness_v0_scripthash', addresses.encode({ type: 'wsh', hash })],
    ['witness_v1_taproot', addresses.encode({ type: 'tr', pubkey: pubECDSA(hash).subarray(1) })],
  ];
}

/** Signs a transaction from the key's coins to the payouts. The rest is the fee. */
export function signSpend(
  key: TestKey,
  coins: readonly TestCoin[],
  payouts: readonly Payout[],
  sequence = 0xffffffff,
): string {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, vout, litoshi } of coins)
    transaction.addInput({
      txid,
      index: vout,
      sequence,
      witnessUtxo: { amount: litoshi, script: key.script },
    });
  for (const payout of payouts)
    transaction.addOutput({
      amount: payout.litoshi,
      script: 'script' in payout ? payout.script : decodeAddress(payout.address)!,
    });
  transaction.sign(key.secret);
  transaction.finalize();
  return toHex(transaction.extract());
}

/** The virtual size of a transaction. */
export const vbytesOf = (hex: string): number =>
  Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true }).vsize;

/** A non-standard script. */
export const ODD_SCRIPT = Uint8Array.of(0x51, 0x87);
