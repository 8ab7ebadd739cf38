import { robux } from '@sterling/contract/money.ts';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { RateStep } from './rate-step.tsx';

test('S4.13 an empty market says so and offers a pre-order', async () => {
  const onPreOrder = vi.fn();
  const nothing = () => undefined;
  const screen = await render(
    <RateStep
      steps={{ focusRequests: () => 0, isDone: () => false, goTo: nothing }}
      draft={{ amount: robux(1_000), chosen: undefined, pass: undefined, hasCookie: false }}
      rows={[]}
      error={null}
      onRetry={nothing}
      isBest
      lost={false}
      onChoose={nothing}
      onAmount={nothing}
      onPreOrder={onPreOrder}
    />,
  );
  await expect.element(screen.getByText('No Sellers Available')).toBeVisible();
  await screen.getByRole('button', { name: 'Pre-Order' }).click();
  expect(onPreOrder).toHaveBeenCalledOnce();
});
