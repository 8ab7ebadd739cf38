import { endpoint } from '@sterling/contract/endpoint.ts';
import { Success } from '@sterling/contract/fields.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from './call.ts';
import { createQueryClient, type FailureMessage } from './query-client.ts';
import { useOnce } from './use-once.ts';

/** What the page before a reload has left. */
const BEFORE_RELOAD = vi.hoisted(() => {
  const content = JSON.stringify([undefined, '50']);
  const of = { userId: '', target: 'POST /api/wallet/withdraw', content, isForGood: false };
  // its input held a cookie
  const write = { ...of, idempotencyKey: 'k'.repeat(32), at: Date.now(), tries: [] };
  const intent = { amount: '60', price: 85 };
  const input = { body: { ...intent, ltcAddress: 'ltc1q', walletType: 'seller' } };
  const kept = {
    ...write,
    content: JSON.stringify([undefined, '60']),
    idempotencyKey: 'q'.repeat(32),
    tries: [{ intent, input }],
  };
  sessionStorage.setItem('unanswered-writes', JSON.stringify([write, kept]));
  return { ...write, kept };
});

const sent: { key: string; body: string }[] = [];
/** What becomes of the next calls. `lost`: it happens, and its answer is lost. `missed`: it never arrives. */
let fates: ('lost' | 'missed' | 'busy' | 'refused')[] = [];
/** What has happened, by idempotency key. */
const happened = new Map<string, string>();
let isInputBroken = false;
beforeEach(() => {
  sent.length = 0;
  happened.clear();
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: RequestInit) => {
    const call = { key: new Headers(headers).get('idempotency-key')!, body: String(body) };
    sent.push(call);
    const fate = fates.shift();
    if (fate === 'missed') throw new TypeError('no answer');
    if (fate === 'busy') return refusal(503, 'service_unavailable');
    if (fate === 'refused') return refusal(409, 'price_mismatch');
    const earlier = happened.get(call.key);
    if (earlier !== undefined && earlier !== call.body) return refusal(409, 'key_reused');
    happened.set(call.key, call.body);
    if (fate === 'lost') throw new TypeError('no answer');
    return Response.json({ success: true });
  });
});
const refusal = (status: number, code: string) => Response.json({ code, message: 'No' }, { status });
afterEach(() => vi.unstubAllGlobals());

const withdrawing = endpoint({ ...withdrawals.request, reply: Success });

interface Asked {
  readonly amount: string;
  readonly price: number;
}

const done = vi.fn();
const messages: FailureMessage[] = [];

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
    onDone: (_reply, intent) => done(intent),
  });
  return (
    <button type="button" disabled={write.isPending} onClick={() => write.mutate({ amount, price })}>
      Withdraw
    </button>
  );
}

const open = (asked: Asked) =>
  render(
    <QueryClientProvider client={createQueryClient((message) => messages.push(message))}>
      <Dialog {...asked} />
    </QueryClientProvider>,
  );

/** Opens a dialog, sends, and closes it when the answer is there. */
async function withdraw(asked: Asked): Promise<void> {
  const screen = await open(asked);
  const before = sent.length;
  await screen.getByRole('button').click();
  await expect.poll(() => sent.length).toBeGreaterThan(before);
  await expect.element(screen.getByRole('button')).toBeEnabled();
  await screen.unmount();
}

test('a write whose answer was lost has the same key in the next dialog, and happens once', async () => {
  fates = ['lost'];
  await withdraw({ amount: '25', price: 85 });
  expect(messages.at(-1)).toMatchObject({
    title: 'No answer',
    description: expect.stringContaining('It may have worked. A second try is safe.'),
  });
  await withdraw({ amount: '25', price: 90 });
  expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
  expect(happened.size).toBe(1);
  expect(done).toHaveBeenLastCalledWith({ amount: '25', price: 85 });
  await withdraw({ amount: '25', price: 90 });
  expect(happened.size).toBe(2);
});

test('a write that never arrived happens at the price that was confirmed last', async () => {
  fates = ['missed'];
  await withdraw({ amount: '20', price: 85 });
  await withdraw({ amount: '20', price: 90 });
  expect(sent[1]!.key).toBe(sent[0]!.key);
  expect(done).toHaveBeenLastCalledWith({ amount: '20', price: 90 });
});

test('a write that was refused, and another write, get a new key', async () => {
  fates = ['refused'];
  await withdraw({ amount: '30', price: 85 });
  await withdraw({ amount: '30', price: 85 });
  await withdraw({ amount: '31', price: 85 });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('a write whose answer was lost happens once, even after a retry that was refused unread', async () => {
  fates = ['lost', 'busy'];
  for (const price of [85, 90, 95]) await withdraw({ amount: '40', price });
  expect(happened.size).toBe(1);
  expect(done).toHaveBeenLastCalledWith({ amount: '40', price: 85 });
});

test('a write whose answer was lost, and whose retry was refused, gets a new key', async () => {
  fates = ['missed', 'refused'];
  for (const price of [85, 90, 95]) await withdraw({ amount: '45', price });
  expect(sent[1]!.key).toBe(sent[0]!.key);
  expect(sent[2]!.key).not.toBe(sent[0]!.key);
});

test('a write whose answer was lost has the same key after a retry that could not be prepared', async () => {
  fates = ['lost'];
  await withdraw({ amount: '35', price: 85 });
  isInputBroken = true;
  const screen = await open({ amount: '35', price: 85 });
  await screen.getByRole('button').click();
  await expect.poll(() => messages.at(-1)).toMatchObject({ title: 'Failed', variant: 'destructive' });
  isInputBroken = false;
  await screen.getByRole('button').click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('after a reload, a write that has happened and whose cookie was not kept is said to be done', async () => {
  happened.set(BEFORE_RELOAD.idempotencyKey, 'at another price');
  await withdraw({ amount: '50', price: 90 });
  expect(happened.size).toBe(1);
  expect(messages.at(-1)).toMatchObject({ title: 'Already done', variant: 'info' });
  await withdraw({ amount: '50', price: 90 });
  expect(happened.size).toBe(2);
});

test('after a reload, a write that has happened gets its answer, although the price has moved', async () => {
  const { idempotencyKey, tries } = BEFORE_RELOAD.kept;
  happened.set(idempotencyKey, JSON.stringify(tries[0]!.input.body));
  await withdraw({ amount: '60', price: 90 });
  expect(happened.size).toBe(1);
  expect(done).toHaveBeenLastCalledWith({ amount: '60', price: 85 });
  await withdraw({ amount: '60', price: 90 });
  expect(happened.size).toBe(2);
});

test('a browser that keeps nothing asks before it leaves a page with a write whose answer was lost', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const store = vi.spyOn(Storage.prototype, 'setItem');
  fates = ['lost', 'busy'];
  await withdraw({ amount: '22', price: 85 });
  expect(asks()).toBe(false);
  store.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await withdraw({ amount: '22', price: 85 });
  expect(asks()).toBe(true);
  expect(sessionStorage.getItem('unanswered-writes')).toBeNull();
  await withdraw({ amount: '22', price: 85 });
  expect(asks()).toBe(false);
  store.mockRestore();
});
