import { robux } from '@sterling/contract/money.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AmountInput } from './order-fields.tsx';

function Amount() {
  const [amount, setAmount] = useState(robux(0));
  return (
    <>
      <AmountInput aria-label="Amount" amount={amount} onChange={setAmount} />
      <output>{amount}</output>
    </>
  );
}

test('S4.05 a typed decimal point does not multiply the amount, and its fraction goes on blur', async () => {
  const screen = await render(<Amount />);
  const field = screen.getByRole('textbox', { name: 'Amount' });
  await field.click();
  await userEvent.keyboard('1250.5');
  await expect.element(field).toHaveValue('1,250.5');
  await expect.element(screen.getByRole('status')).toHaveTextContent('1250');
  await userEvent.keyboard('{Backspace}{Backspace}9');
  await expect.element(field).toHaveValue('12,509');
  await userEvent.keyboard('.75{Tab}');
  await expect.element(field).toHaveValue('12,509');
});
