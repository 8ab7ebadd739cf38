import { QueryClientProvider } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { useAddressCheck, type WithdrawalFields } from './withdrawal.ts';

afterEach(() => vi.unstubAllGlobals());

function Address() {
  const form = useForm<WithdrawalFields>({ defaultValues: { amount: '', ltcAddress: '' } });
  const { check, addressToConfirm } = useAddressCheck(form);
  const enter = async (text: string) => {
    form.setValue('ltcAddress', text);
    await check(false);
  };
  return (
    <>
      <button type="button" onClick={() => enter('L-first')}>
        Enter the first
      </button>
      <button type="button" onClick={() => enter('3-second')}>
        Enter the second
      </button>
      <button type="button" onClick={() => enter('')}>
        Clear
      </button>
      <output>{addressToConfirm ?? 'nothing to confirm'}</output>
    </>
  );
}

test('a late answer about an earlier address does not hide what the present one needs', async () => {
  let answerFirst: () => void = () => undefined;
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    if (String(body).includes('3-second')) {
      const refusal = { message: 'Ambiguous', code: 'address_ambiguous', details: { canonical: 'M-second' } };
      return Response.json(refusal, { status: 400 });
    }
    await new Promise<void>((answer) => {
      answerFirst = answer;
    });
    return Response.json({ success: true, ltcAddress: 'L-first' });
  });
  const client = createQueryClient(() => undefined);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Address />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Enter the first' }).click();
  await screen.getByRole('button', { name: 'Enter the second' }).click();
  await expect.element(screen.getByText('M-second')).toBeVisible();
  answerFirst();
  await expect.poll(() => client.isFetching()).toBe(0);
  await new Promise(requestAnimationFrame);
  await expect.element(screen.getByText('M-second')).toBeVisible();
});

test('a question about an address goes when the address is removed from the field', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { message: 'Ambiguous', code: 'address_ambiguous', details: { canonical: 'M-second' } },
      { status: 400 },
    ),
  );
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Address />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Enter the second' }).click();
  await expect.element(screen.getByText('M-second')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByText('nothing to confirm')).toBeVisible();
});
