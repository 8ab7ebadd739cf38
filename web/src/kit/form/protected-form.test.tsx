import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { priceAlerts } from '@sterling/contract/price-alerts.ts';
import { withdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { stepUp } from '../../data/call.ts';
import { useContractForm } from './use-contract-form.ts';

function AnyForm({ endpoint }: { endpoint: Endpoint }) {
  useContractForm(endpoint, { defaultValues: {}, bodyOf: () => ({}) as never });
  return <p>A form</p>;
}

test.each([
  [
    'loads the check before anything is typed, because a deployment may replace its code',
    withdrawalAddresses.add,
    1,
  ],
  ['loads no check that its call does not need', priceAlerts.add, 0],
])('a form %s', async (_what, endpoint, loads) => {
  stepUp.load = vi.fn(async () => undefined);
  const screen = await render(<AnyForm endpoint={endpoint} />);
  await screen.rerender(<AnyForm endpoint={endpoint} />);
  expect(stepUp.load).toHaveBeenCalledTimes(loads);
});
