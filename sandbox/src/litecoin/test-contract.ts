import { expect } from 'vitest';
import { RpcError } from './rpc-error.ts';
import type { ContractNode } from './test-nodes.ts';
import { makeKey, signSpend, type TestCoin, type TestKey } from './test-payments.ts';

type ShownOutput = {
  ismweb: boolean;
  value: number;
  n: number;
  scriptPubKey: { hex: string; type: string; addresses?: string[] };
};
export type ShownTransaction = {
  txid: string;
  vin: Record<string, unknown>[];
  vout: ShownOutput[];
  hex: string;
};
export type ShownBlock = { hash: string; height: number; tx: ShownTransaction[]; [key: string]: unknown };

export const HASH: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
export const HEX: unknown = expect.stringMatching(/^(?:[0-9a-f]{2})*$/);
export const NUMBER: unknown = expect.any(Number);
let keys = 0;

/** A key that no other test of this process uses. */
export function nextKey(): TestKey {
  keys += 1;
  return makeKey(`contract ${keys}`);
}

/** Creates a key with one mined coin of this many LTC. */
export async function fundKey(node: ContractNode, ltc: number): Promise<{ key: TestKey; coin: TestCoin }> {
  const key = nextKey();
  const txid = await node.pay(key.address, ltc);
  await node.mine(1);
  const { vout } = await node.rpc<ShownTransaction>('getrawtransaction', [txid, true]);
  return { key, coin: { txid, vout: findOutput(vout, key).n, litoshi: BigInt(Math.round(ltc * 1e8)) } };
}

/** The output that pays this key. A test must know that there is one. */
export function findOutput(vout: readonly ShownOutput[], { address }: TestKey): ShownOutput {
  return vout.find(({ scriptPubKey }) => scriptPubKey?.addresses?.[0] === address)!;
}

/** Spends the coin to its own key with this fee. Returns the new coin. */
export async function respend(
  node: ContractNode,
  key: TestKey,
  coin: TestCoin,
  feeLitoshi = 200n,
): Promise<TestCoin> {
  const litoshi = coin.litoshi - feeLitoshi;
  return {
    txid: await send(node, signSpend(key, [coin], [{ address: key.address, litoshi }])),
    vout: 0,
    litoshi,
  };
}

/** Sends a raw transaction. Resolves to its txid, and rejects with an `RpcError` if the node refuses it. */
export function send(node: ContractNode, hex: string): Promise<string> {
  return node.rpc('sendrawtransaction', [hex]);
}

/** The answer of `testmempoolaccept` for one transaction. */
export async function testAccept(node: ContractNode, hex: string, maxRate?: number): Promise<unknown> {
  const params = maxRate === undefined ? [[hex]] : [[hex], maxRate];
  return (await node.rpc<unknown[]>('testmempoolaccept', params))[0];
}

/** Fails unless the node refuses the transaction with exactly this code and message. */
export async function expectRefused(
  node: ContractNode,
  hex: string,
  code: number,
  message: string,
): Promise<void> {
  const refusal = await catchRefusal(send(node, hex));
  expect({ code: refusal.code, message: refusal.message }).toEqual({ code, message });
}

/** The `RpcError` of a call. Fails if the call succeeds or fails otherwise. */
export async function catchRefusal(call: Promise<unknown>): Promise<RpcError> {
  const outcome = await call.then(
    (answer) => answer,
    (error) => error,
  );
  expect(outcome).toBeInstanceOf(RpcError);
  return outcome as RpcError;
}
