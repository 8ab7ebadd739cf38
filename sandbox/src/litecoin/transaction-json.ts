import { toHex } from './hashing.ts';
import { describeScript, disassemble } from './scripts.ts';
import type { Transaction, TransactionInput, TransactionOutput } from './transaction.ts';

const made = new WeakMap<Transaction, object>();

/** A transaction in litecoind's JSON (`core_write.cpp`). The result is cached, so callers must not change it. */
export function showTransaction(transaction: Transaction): Record<string, unknown> {
  const known = made.get(transaction) ?? describe(transaction);
  made.set(transaction, known);
  return known as Record<string, unknown>;
}

/** Litoshi as a JSON number of LTC. It is exact for every amount below 90 million LTC. */
export function toLtc(litoshi: bigint): number {
  return Number(litoshi) / 1e8;
}

function describe(transaction: Transaction): object {
  const { txid, wtxid, version, size, vsize, weight, lockTime, hex, mweb, isCoinbase } = transaction;
  const frame = { txid, hash: wtxid, version, size, vsize, weight, locktime: lockTime };
  if (!mweb)
    return {
      ...frame,
      vin: transaction.inputs.map((input) => showInput(input, isCoinbase)),
      vout: transaction.outputs.map(showOutput),
      hex,
    };
  return {
    ...frame,
    vin: [{ ismweb: true, output_id: mweb.inputId }],
    vout: [{ ismweb: true, output_id: mweb.outputId }],
    vkern: [
      {
        kernel_id: mweb.kernelId,
        fee: toLtc(mweb.feeLitoshi),
        pegin: 0,
        pegout: mweb.pegOuts.map(({ litoshi, script }) => ({
          value: toLtc(litoshi),
          scriptPubKey: describeScript(script),
        })),
      },
    ],
    hex,
  };
}

function showInput(
  { txid, vout, scriptSig, witness, sequence }: TransactionInput,
  isCoinbase: boolean,
): object {
  const stack = witness.length > 0 ? { txinwitness: witness.map(toHex) } : {};
  if (isCoinbase) return { ismweb: false, coinbase: toHex(scriptSig), ...stack, sequence };
  return {
    ismweb: false,
    txid,
    vout,
    scriptSig: { asm: disassemble(scriptSig), hex: toHex(scriptSig) },
    ...stack,
    sequence,
  };
}

function showOutput({ litoshi, script }: TransactionOutput, n: number): object {
  return { ismweb: false, value: toLtc(litoshi), n, scriptPubKey: describeScript(script) };
}
