import { robux } from '@sterling/contract/money.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AmountField } from './order-fields.tsx';

function Amount() {
  const [amount, setAmount] = useState(robux(0));
  return (
    <>
      <AmountField label="Amount" hint="From 100" amount={amount} onChange={setAmount} />
      <output aria-label="Counted">{amount}</output>
    </>
  );
}

test('S4.05 a typed decimal point does not multiply the amount, and the field says why its fraction goes on blur', async () => {
  const screen = await render(<Amount />);
  const field = screen.getByRole('textbox', { name: 'Amount' });
  await field.click();
  await userEvent.keyboard('1250.5');
  await expect.element(field).toHaveValue('1,250.5');
  await expect.element(screen.getByLabelText('Counted')).toHaveTextContent('1250');
  await userEvent.keyboard('{Backspace}{Backspace}9');
  await expect.element(field).toHaveValue('12,509');
  await expect.element(field).toHaveAccessibleDescription('From 100');
  await userEvent.keyboard('.75{Tab}');
  await expect.element(field).toHaveValue('12,509');
  await expect.element(field).toHaveAccessibleDescription('Enter whole Robux. The fraction does not count.');
});

test('S4.05 a fraction below the minimum is explained too, until the amount changes', async () => {
  const screen = await render(<Amount />);
  const field = screen.getByRole('textbox', { name: 'Amount' });
  await field.click();
  await userEvent.keyboard('12.5{Tab}');
  await expect.element(field).toHaveValue('100');
  await expect.element(field).toHaveAccessibleDescription(/^Enter whole Robux/);
  await field.click();
  await userEvent.keyboard('{End}0');
  await expect.element(field).toHaveValue('1,000');
  await expect.element(field).toHaveAccessibleDescription('From 100');
});
