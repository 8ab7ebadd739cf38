import { priceAlerts } from '@sterling/contract/price-alerts.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from '../ui/dialog.tsx';
import { InputField } from '../ui/field.tsx';
import { useContractForm } from './use-contract-form.ts';

function Alert() {
  const form = useContractForm(priceAlerts.add, {
    defaultValues: { robuxAmount: 1000, ratePerThousand: '' },
    bodyOf: (draft) => draft,
    missing: { ratePerThousand: 'Enter a rate' },
  });
  return (
    <Dialog title="Alert" onClose={() => undefined}>
      <InputField {...form.field('ratePerThousand')} label="Rate" hint="Per 1,000 Robux" />
      <input aria-label="Next" />
    </Dialog>
  );
}

test('Tab leads from an empty field of a dialog to the next one, although its hint gives way to an error', async () => {
  const screen = await render(<Alert />);
  await screen.getByLabelText('Rate').click();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('Enter a rate')).toBeVisible();
  await expect.element(screen.getByLabelText('Next')).toHaveFocus();
});
