import { endpoint } from '@sterling/contract/endpoint.ts';
import { Success } from '@sterling/contract/fields.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from './call.ts';
import { useOnce } from './use-once.ts';

const sent: { key: string | null; body: string }[] = [];
let answers: ('lost' | 'busy' | 'refused' | 'done')[] = [];
let isInputBroken = false;
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: RequestInit) => {
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: String(body) });
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('no answer');
    if (answer === 'busy')
      return Response.json({ code: 'service_unavailable', message: 'No' }, { status: 503 });
    if (answer === 'refused')
      return Response.json({ code: 'price_mismatch', message: 'No' }, { status: 409 });
    return Response.json({ success: true });
  });
});
afterEach(() => vi.unstubAllGlobals());

const withdrawing = endpoint({ ...wallet.withdraw, reply: Success });

interface Asked {
  readonly amount: string;
  readonly price: number;
}

/** A dialog that withdraws at the price on the screen. */
function Dialog({ amount, price }: Asked) {
  const write = useOnce(withdrawing, {
    input: async (asked: Asked) => {
      if (isInputBroken) throw new ApiError(429, { code: 'too_many_requests', message: 'No' });
      return { body: { ...asked, ltcAddress: 'ltc1q', walletType: 'seller' as const } };
    },
    identity: (asked) => asked.amount,
    changes: [],
    failed: 'Failed',
    onDone: () => undefined,
  });
  return (
    <button type="button" onClick={() => write.mutate({ amount, price })}>
      Withdraw
    </button>
  );
}

/** Opens a dialog, sends, and closes it when the answer is there. */
async function withdraw(asked: Asked): Promise<void> {
  const before = sent.length;
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog {...asked} />
    </QueryClientProvider>,
  );
  await screen.getByRole('button').click();
  await expect.poll(() => sent.length).toBe(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await screen.unmount();
}

test('a write whose answer was lost is the same write in the next dialog, at the first price', async () => {
  answers = ['lost', 'done', 'done'];
  await withdraw({ amount: '25', price: 85 });
  await withdraw({ amount: '25', price: 90 });
  expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[1]).toEqual(sent[0]);
  await withdraw({ amount: '25', price: 90 });
  expect(sent[2]!.key).not.toBe(sent[0]!.key);
  expect(sent[2]!.body).toContain('90');
});

test('the browser asks before it leaves a page with a write whose answer was lost', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  answers = ['lost', 'done'];
  await withdraw({ amount: '20', price: 85 });
  expect(asks()).toBe(true);
  await withdraw({ amount: '20', price: 85 });
  expect(asks()).toBe(false);
});

test('a write that was refused, and another write, get a new key', async () => {
  answers = ['refused', 'lost', 'done'];
  await withdraw({ amount: '30', price: 85 });
  await withdraw({ amount: '30', price: 85 });
  await withdraw({ amount: '31', price: 85 });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('a write whose answer was lost is the same write after a retry that was refused unread', async () => {
  answers = ['lost', 'busy', 'done'];
  for (const price of [85, 90, 95]) await withdraw({ amount: '40', price });
  expect(sent.slice(1)).toEqual([sent[0], sent[0]]);
});

test('a write whose answer was lost, and whose retry was refused, gets a new key', async () => {
  answers = ['lost', 'refused', 'done'];
  for (const price of [85, 90, 95]) await withdraw({ amount: '45', price });
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]!.key).not.toBe(sent[0]!.key);
});

test('a write whose answer was lost is the same write after a retry that could not be prepared', async () => {
  answers = ['lost', 'done'];
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog amount="35" price={85} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button');
  await button.click();
  await expect.poll(() => sent.length).toBe(1);
  isInputBroken = true;
  await button.click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  isInputBroken = false;
  await button.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
});
