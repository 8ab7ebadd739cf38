import type { PriceRule } from '@sterling/contract/price-rules.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient, type FailureMessage } from '../../data/query-client.ts';
import RuleDialog from './rule-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const STORED = {
  id: 'r',
  name: 'Below',
  isOn: true,
  floor: 3,
  ceiling: 4.5,
  belowCents: 1,
  baseRate: null,
  pausesBelowFloor: true,
  stockSteps: [],
  dayTimes: [],
  timeZone: 'UTC',
  accounts: 0,
  pausedAccounts: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  accountIds: [],
};
const RULE = { id: 'r' } as PriceRule;

async function openRule({ isRefusing = false } = {}) {
  const sent: object[] = [];
  const messages: FailureMessage[] = [];
  const closed = vi.fn();
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(path.includes('price-rules') ? STORED : []);
    sent.push(JSON.parse(String(body)) as object);
    if (isRefusing)
      return Response.json({ code: 'invalid_input', message: 'Invalid input' }, { status: 400 });
    return Response.json({ ...STORED, ...sent.at(-1) });
  });
  const screen = await render(
    <QueryClientProvider client={createQueryClient((message) => messages.push(message))}>
      <RuleDialog rule={RULE} onClose={closed} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByLabelText('Floor')).toHaveValue('3.00');
  const save = () => screen.getByRole('button', { name: 'Save' }).click();
  return { screen, sent, messages, closed, save };
}

test('S9.06 an edit sends only what has changed, because another tab may have changed the rest', async () => {
  const { screen, sent, save } = await openRule();
  await screen.getByLabelText('Ceiling').fill('5.00');
  await save();
  await expect.poll(() => sent).toEqual([{ ceiling: '5.00' }]);
});

test('S9.06 what a rate starts from is sent as a whole', async () => {
  const { screen, sent, save } = await openRule();
  await screen.getByLabelText('Cents below that rate').fill('2');
  await save();
  await expect.poll(() => sent).toEqual([{ belowCents: '2', baseRate: null, pausesBelowFloor: true }]);
});

test('S9.06 an edit without a change sends nothing', async () => {
  const { sent, closed, save } = await openRule();
  await save();
  await expect.poll(() => closed.mock.calls).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('S9.06 the wrong inputs of steps are marked, and the first gets the focus', async () => {
  const { screen, sent, save } = await openRule();
  const from = (step: number) => screen.getByLabelText(`From Robux, step ${step}`);
  const cents = (step: number) => screen.getByLabelText(`Cents, step ${step}`);
  for (const step of [1, 2]) {
    await screen.getByRole('button', { name: 'Add a stock step' }).click();
    await from(step).fill('50000');
  }
  await cents(2).fill('5');
  await save();
  await expect.element(cents(1)).toHaveFocus();
  await expect.element(cents(1)).toHaveAttribute('aria-invalid', 'true');
  const wrong = screen.getByText('Enter whole Robux and whole cents in each step');
  await expect.element(cents(1)).toHaveAccessibleDescription(wrong.element().textContent!);
  await expect.element(cents(2)).not.toHaveAttribute('aria-invalid');
  await cents(1).fill('3');
  await expect.element(wrong).not.toBeInTheDocument();

  await save();
  await expect.element(screen.getByText('Two steps begin at the same amount')).toBeVisible();
  await expect.element(from(1)).toHaveFocus();
  await expect.element(from(2)).toHaveAttribute('aria-invalid', 'true');
  await from(1).fill('60000');
  await expect.element(screen.getByText('Two steps begin at the same amount')).not.toBeInTheDocument();
  await expect.element(from(2)).not.toHaveAttribute('aria-invalid');
  expect(sent).toEqual([]);
});

test('S9.06 a time of day that ends when it begins is marked', async () => {
  const { screen, save } = await openRule();
  await screen.getByRole('button', { name: 'Add a time of day' }).click();
  await screen.getByLabelText('To, line 1').fill('22:00');
  await screen.getByLabelText('Cents, line 1').fill('5');
  await save();
  await expect.element(screen.getByLabelText('To, line 1')).toHaveFocus();
  await screen.getByRole('button', { name: 'Remove time of day 1' }).click();
  await expect.element(screen.getByText('A time of day must end at another time')).not.toBeInTheDocument();
});

test('S9.06 a change that contradicts the change of another tab says so, and the form stays', async () => {
  const { screen, messages, closed, save } = await openRule({ isRefusing: true });
  await screen.getByLabelText('Ceiling').fill('4.00');
  await save();
  await expect.poll(() => messages.at(-1)?.description).toContain('no longer fits');
  expect(closed).not.toHaveBeenCalled();
});
