import { translateWith } from '@sterling/contract/texts.ts';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { InputField } from './field.tsx';

afterEach(() => translateWith({ language: () => 'en', translationOf: () => undefined }));

test('a field is named by its label and described by its hint', async () => {
  const screen = await render(<InputField label="Port" hint="From 1 to 65535" />);
  const input = screen.getByRole('textbox', { name: 'Port' });
  await expect.element(input).toHaveAccessibleDescription('From 1 to 65535');
  await expect.element(input).toBeValid();
});

test('an error replaces the hint, describes the field and is announced', async () => {
  const screen = await render(<InputField label="Port" hint="From 1 to 65535" error="Enter its port" />);
  const input = screen.getByRole('textbox', { name: 'Port' });
  await expect.element(input).toBeInvalid();
  await expect.element(input).toHaveAccessibleDescription('Enter its port');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter its port');
  await expect.element(screen.getByText('From 1 to 65535')).not.toBeVisible();
});

test('text before and after the input is part of the same field', async () => {
  const screen = await render(<InputField label="Amount" before="$" after="USD" error="Too small" />);
  await screen.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await expect.element(screen.getByLabelText('Amount')).toHaveValue('12.50');
  await expect.element(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Too small');
});

test.each([
  ['en', '12.50'],
  ['es', '12,50'],
] as const)(
  'a number field in %s keeps the typed %s, whatever the language of the browser',
  async (language, typed) => {
    translateWith({ language: () => language, translationOf: () => undefined });
    const screen = await render(<InputField label="Amount" type="number" inputMode="decimal" step="0.01" />);
    await screen.getByLabelText('Amount').click();
    await userEvent.keyboard(typed);
    expect((screen.getByLabelText('Amount').element() as HTMLInputElement).value).toBe(typed);
  },
);
