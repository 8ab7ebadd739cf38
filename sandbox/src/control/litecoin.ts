import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isLtc } from '../litecoin/faucet.ts';
import type { World } from '../world.ts';
import { ControlError, decode } from './input.ts';

const Address = z.string().min(1);
const Txid = z.string().min(1);
const Output = z.strictObject({
  address: Address,
  ltc: z.union([z.number(), z.string()]).refine(isLtc, 'LTC above 0 with at most 8 decimals'),
});
const isPegOut = { pegOut: z.boolean().optional() };
const Payment = Output.extend(isPegOut);
const PaymentOfMany = z.strictObject({ outputs: z.array(Output).min(1).max(1_000), ...isPegOut });
const Theft = z.strictObject({ address: Address });
const Mining = z.strictObject({ blocks: z.int().min(1).max(10_000) });
const Reorganisation = z.strictObject({
  depth: z.int().min(1).max(1_000),
  drop: z.array(z.string()).optional(),
});
const BehaviourChange = z.strictObject({
  behind: z.int().min(0).max(1_000).optional(),
  headersAhead: z.int().min(0).max(1_000).optional(),
  downloading: z.boolean().optional(),
  subversion: z.string().max(200).optional(),
});
const DoubleSpend = z.strictObject({ txid: Txid });
const MinimumFee = z.strictObject({ litoshiPerVbyte: z.int().min(1).max(10_000) });

/** Controls the chain and its node: pay, pay twice with one coin, steal, mine, replace blocks, fill the mempool, list received payments. */
export function litecoinControl(app: FastifyInstance, { world: { node } }: { world: World }): void {
  app.post('/control/litecoin/send', async ({ body }) => {
    const payment = decodePayment(body);
    return refusable('address', () => node.send(payment));
  });
  app.post('/control/litecoin/steal', async ({ body }) => {
    const { address } = decode(Theft, body);
    return refusable('address', () => node.steal(address));
  });
  app.post('/control/litecoin/mine', async ({ body }) => {
    const { blocks } = decode(Mining, body);
    return refusable('blocks', () => node.mine(blocks));
  });
  app.post('/control/litecoin/reorg', async ({ body }) => {
    const { depth, drop } = decode(Reorganisation, body);
    return refusable('depth', () => node.reorg({ depth, drop: drop ?? [] }));
  });
  app.patch('/control/litecoin', async ({ body }) => {
    const change = decode(BehaviourChange, body);
    return refusable('behind', () => node.behave(change));
  });
  app.post('/control/litecoin/double-spend', async ({ body }) => {
    const { txid } = decode(DoubleSpend, body);
    return refusable('txid', () => node.doubleSpend(txid));
  });
  app.post('/control/litecoin/minimum-fee', async ({ body }) => {
    const { litoshiPerVbyte } = decode(MinimumFee, body);
    node.setMinimumFee(litoshiPerVbyte);
    return { litoshiPerVbyte };
  });
  app.get('/control/litecoin/received/:address', async ({ params }) => {
    return refusable('address', () => node.received((params as { address: string }).address));
  });
}

/** The body is one output, or has a list of outputs. */
function decodePayment(body: unknown) {
  if (typeof body === 'object' && body !== null && 'outputs' in body) return decode(PaymentOfMany, body);
  const { pegOut, ...output } = decode(Payment, body);
  return { outputs: [output], pegOut };
}

// A refusal of the node (invalid address, reorganisation too deep) is the caller's error, so it becomes a 400.
async function refusable<Result>(field: string, act: () => Result): Promise<Awaited<Result>> {
  try {
    return await act();
  } catch (error) {
    throw new ControlError(400, field, `${field}: ${(error as Error).message}`);
  }
}
