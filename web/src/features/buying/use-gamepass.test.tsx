import { type Mutation, onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { useGamepass } from './use-gamepass.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

const warnings: string[] = [];

function Pass() {
  const [{ url, amount }, setDraft] = useState({ url: 'first', amount: 100 });
  const { check, lookUp } = useGamepass(url, ({ price }) => warnings.push(`${price} for ${amount}`));
  return (
    <>
      <p>{check.state === 'invalid' ? check.title : check.state}</p>
      <button type="button" onClick={lookUp}>
        Look up
      </button>
      <button type="button" onClick={() => setDraft({ url, amount: 200 })}>
        Change the amount
      </button>
      <button type="button" onClick={() => setDraft({ url: 'second', amount })}>
        Change the link
      </button>
    </>
  );
}

test('a late answer warns of the present amount, and not about a link that was replaced', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    await new Promise<void>((answer) => String(body).includes('first') && answers.push(answer));
    const pass = { id: '1', productId: '1', name: 'VIP', price: 150, receives: 105 };
    return Response.json({ ...pass, creatorName: 'Nova', creatorType: 'User' });
  });
  const client = createQueryClient(() => undefined);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Pass />
    </QueryClientProvider>,
  );
  const isOfFirst = ({ state }: Mutation) => state.variables === 'first';
  /** Answers the press, and the lookup that the hook starts on its own. */
  const answerAll = () =>
    expect
      .poll(() => {
        for (const answer of answers.splice(0)) answer();
        return client.isMutating({ predicate: isOfFirst });
      })
      .toBe(0);
  await screen.getByRole('button', { name: 'Look up' }).click();
  await screen.getByRole('button', { name: 'Change the amount' }).click();
  await answerAll();
  expect(new Set(warnings)).toEqual(new Set(['150 for 200']));
  await screen.getByRole('button', { name: 'Look up' }).click();
  await screen.getByRole('button', { name: 'Change the link' }).click();
  warnings.length = 0;
  await answerAll();
  expect(warnings).toEqual([]);
});

test('a gamepass that a lost connection left unchecked is not called invalid, and is checked again afterwards', async () => {
  vi.stubGlobal('fetch', async () => {
    if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch');
    const pass = { id: '1', productId: '1', name: 'VIP', price: 150, receives: 105 };
    return Response.json({ ...pass, creatorName: 'Nova', creatorType: 'User' });
  });
  onlineManager.setOnline(false);
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Pass />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText("Couldn't check the gamepass")).toBeVisible();
  onlineManager.setOnline(true);
  await expect.element(screen.getByText('found')).toBeVisible();
});

test.each([
  [404, 'Invalid Gamepass'],
  [401, "Couldn't check the gamepass"],
  [503, "Couldn't check the gamepass"],
])('an answer with the status %i has the title %s', async (status, title) => {
  vi.stubGlobal('fetch', async () => Response.json({ message: '', code: '' }, { status }));
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Pass />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(title)).toBeVisible();
});
