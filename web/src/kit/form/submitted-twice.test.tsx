import { priceAlerts } from '@sterling/contract/price-alerts.ts';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Form } from './form.tsx';
import { useContractForm } from './use-contract-form.ts';

const sent: unknown[] = [];
let answer: () => void = () => undefined;
const send = (body: unknown) => {
  sent.push(body);
  return new Promise<void>((resolve) => {
    answer = resolve;
  });
};

function Alert() {
  const add = useMutation({ mutationFn: send });
  const form = useContractForm(priceAlerts.add, {
    defaultValues: { robuxAmount: 1000, ratePerThousand: '2.50' },
    bodyOf: (draft) => draft,
  });
  return (
    <Form onSubmit={form.submit((body) => add.mutate(body))}>
      <Button type="submit" pending={add.isPending}>
        Add
      </Button>
    </Form>
  );
}

test('a form that a script submits again before the answer sends one call, and another one after it', async () => {
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Alert />
    </QueryClientProvider>,
  );
  const form = screen.container.querySelector('form')!;
  const button = page.getByRole('button', { name: 'Add' });
  form.requestSubmit();
  form.requestSubmit();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  form.requestSubmit();
  for (let microtasks = 0; microtasks < 50; microtasks += 1) await null;
  expect(sent).toHaveLength(1);
  answer();
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  form.requestSubmit();
  await expect.poll(() => sent.length).toBe(2);
});
