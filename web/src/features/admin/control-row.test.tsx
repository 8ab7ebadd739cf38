import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { SavedInput, SwitchRow } from './control-row.tsx';
import { settingsQuery } from './queries.ts';
import { useSetting } from './use-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const STORED = { published: false, everyHours: 24 };

function Settings() {
  const [shown, save] = useSetting('proof_of_reserves', STORED);
  return (
    <>
      <SavedInput
        id="interval"
        aria-label="Interval"
        value={shown.everyHours}
        parse={Number}
        onSave={(hours) => save({ everyHours: hours ?? 24 })}
        wrong="wrong"
      />
      <SwitchRow
        label="Publish"
        description=""
        checked={shown.published}
        onChange={(published) => save({ published })}
      />
    </>
  );
}

test('a value that is refused while another part of its setting is saved says so', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    await new Promise<void>((answer) => answers.push(answer));
    const { value } = JSON.parse(String(body)) as { value: typeof STORED };
    return value.published
      ? Response.json({ key: 'proof_of_reserves', value })
      : Response.json({ message: 'Boom', code: 'server_error' }, { status: 500 });
  });
  const client = createQueryClient(() => undefined);
  client.setQueryData(settingsQuery.queryKey, [{ key: 'proof_of_reserves', value: STORED }] as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Settings />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Interval').fill('5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answers.length).toBe(1);
  await screen.getByRole('switch', { name: 'Publish' }).click();
  await expect.element(screen.getByRole('switch', { name: 'Publish' })).toBeChecked();
  for (const answer of answers.splice(0)) answer();
  await expect.element(screen.getByText('Not saved. It is 24 now. Press Enter to save yours.')).toBeVisible();
  await expect.poll(() => answers.length).toBe(1);
  for (const answer of answers.splice(0)) answer();
  await expect.poll(() => client.isMutating()).toBe(0);
});
