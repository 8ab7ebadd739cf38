import { withdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { InputField } from '../ui/field.tsx';
import { useContractForm } from './use-contract-form.ts';

function Form() {
  const form = useContractForm(withdrawalAddresses.add, {
    defaultValues: { label: 'Wallet', ltcAddress: 'ltc1q' },
    bodyOf: (draft) => draft,
  });
  const refuse = () => form.setError('ltcAddress', { message: 'You saved this address already' });
  return (
    <form noValidate onSubmit={form.submit(refuse)}>
      <InputField {...form.field('label')} label="Label" />
      <InputField {...form.field('ltcAddress')} label="Address" />
      <button type="submit">Save</button>
    </form>
  );
}

test('the field that the server refused gets the focus', async () => {
  const screen = await render(<Form />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('You saved this address already')).toBeVisible();
  await expect.element(screen.getByLabelText('Address')).toHaveFocus();
});

function LongForm() {
  const form = useContractForm(withdrawalAddresses.add, {
    defaultValues: { label: 'Wallet', ltcAddress: '' },
    bodyOf: (draft) => draft,
    missing: { ltcAddress: 'Enter an address' },
  });
  return (
    <form noValidate onSubmit={form.submit(() => undefined)} style={{ height: 110, overflow: 'auto' }}>
      <button type="submit">Save</button>
      <InputField {...form.field('ltcAddress')} label="Address" style={{ height: 60 }} />
    </form>
  );
}

test('the message of the field that gets the focus is scrolled into view', async () => {
  const screen = await render(<LongForm />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter an address')).toBeInViewport({ ratio: 1 });
});
