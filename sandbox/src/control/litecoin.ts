import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { World } from '../world.ts';
import { ControlError, decode } from './input.ts';

/** LTC as a number or text with at most 8 decimals. It stays text, so that no floating-point arithmetic changes it. */
const ltc = z
  .union([z.number().transform((value) => plainDecimal(value)), z.string()])
  .refine(
    (text) => /^\d{1,8}(\.\d{1,8})?$/.test(text) && /[1-9]/.test(text),
    'LTC above 0 with at most 8 decimals',
  );
const output = z.strictObject({ address: z.string().min(1), ltc });
const sendSchema = z.union([
  z.strictObject({ address: z.string().min(1), ltc, pegOut: z.boolean().optional() }),
  z.strictObject({ outputs: z.array(output).min(1).max(1_000), pegOut: z.boolean().optional() }),
]);
const stealSchema = z.strictObject({ address: z.string().min(1) });
const mineSchema = z.strictObject({ blocks: z.int().min(1).max(10_000) });
const reorgSchema = z.strictObject({
  depth: z.int().min(1).max(1_000),
  drop: z.array(z.string()).optional(),
});
const behaviourSchema = z.strictObject({
  behind: z.int().min(0).max(1_000).optional(),
  headersAhead: z.int().min(0).max(1_000).optional(),
  downloading: z.boolean().optional(),
  subversion: z.string().max(200).optional(),
});

const doubleSpendSchema = z.strictObject({ txid: z.string().min(1) });
const minimumFeeSchema = z.strictObject({ litoshiPerVbyte: z.int().min(1).max(10_000) });

/** Controls the chain and its node: pay, pay twice with one coin, steal, mine, replace blocks, fill the mempool, list received payments. */
export function litecoinControl(app: FastifyInstance, { world: { node } }: { world: World }): void {
  app.post('/control/litecoin/send', async ({ body }) => {
    const single = body !== null && typeof body === 'object' && !('outputs' in body);
    const order = decode(single ? sendSchema.options[0] : sendSchema.options[1], body);
    const outputs = 'outputs' in order ? order.outputs : [{ address: order.address, ltc: order.ltc }];
    return refusable('address', () => node.send({ outputs, pegOut: order.pegOut ?? false }));
  });
  app.post('/control/litecoin/steal', async ({ body }) => {
    const { address } = decode(stealSchema, body);
    return refusable('address', () => node.steal(address));
  });
  app.post('/control/litecoin/mine', async ({ body }) => {
    const { blocks } = decode(mineSchema, body);
    return refusable('blocks', () => node.mine(blocks));
  });
  app.post('/control/litecoin/reorg', async ({ body }) => {
    const { depth, drop } = decode(reorgSchema, body);
    return refusable('depth', () => node.reorg({ depth, drop: drop ?? [] }));
  });
  app.patch('/control/litecoin', async ({ body }) => {
    const change = decode(behaviourSchema, body);
    return refusable('behind', () => node.behave(change));
  });
  app.post('/control/litecoin/double-spend', async ({ body }) => {
    const { txid } = decode(doubleSpendSchema, body);
    return refusable('txid', () => node.doubleSpend(txid));
  });
  app.post('/control/litecoin/minimum-fee', async ({ body }) => {
    const { litoshiPerVbyte } = decode(minimumFeeSchema, body);
    node.setMinimumFee(litoshiPerVbyte);
    return { litoshiPerVbyte };
  });
  app.get('/control/litecoin/received/:address', async ({ params }) => {
    return refusable('address', () => node.received((params as { address: string }).address));
  });
}

// A refusal of the node (invalid address, reorganisation too deep) is the caller's error, so it becomes a 400.
async function refusable<Result>(field: string, act: () => Result): Promise<Awaited<Result>> {
  try {
    return await act();
  } catch (error) {
    throw new ControlError(400, field, `${field}: ${(error as Error).message}`);
  }
}

function plainDecimal(value: number): string {
  return /e/i.test(String(value)) ? value.toFixed(8).replace(/\.?0+$/, '') : String(value);
}
