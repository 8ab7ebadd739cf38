import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { openSheet, useSheetView, useUrlSheet } from './open-above.tsx';

const address = window.location.href;
afterEach(() => history.replaceState(null, '', address));

const ViewSchema = z.object({ page: z.string() });
const NAMES = ['page'] as const;

function News() {
  const news = useUrlSheet('news');
  return news.isOpen ? <Pages close={news.close} /> : <p>No news</p>;
}

function Pages({ close }: { close: () => void }) {
  const [{ page = '1' }, show] = useSheetView(ViewSchema, NAMES);
  return (
    <>
      <p>Page {page}</p>
      <button type="button" onClick={() => show({ page: '2' })}>
        Next
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  );
}

test('a sheet that opens from another one starts without its view, and closing it returns to that view', async () => {
  history.replaceState(null, '', '?tab=a');
  const screen = await render(<News />);
  openSheet('news');
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByText('Page 2')).toBeVisible();
  openSheet('security');
  await expect.element(screen.getByText('No news')).toBeVisible();
  expect(window.location.search).toBe('?tab=a&sheet=security');
  history.back();
  await expect.element(screen.getByText('Page 2')).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByText('No news')).toBeVisible();
  expect(window.location.search).toBe('?tab=a');
});

test('a sheet that closes late, after Back, closes nothing that was opened since then', async () => {
  openSheet('pre-order');
  const screen = await render(<LateClose />);
  openSheet('inbox');
  await screen.getByRole('button').click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(new URLSearchParams(location.search).get('sheet')).toBe('inbox');
});

function LateClose() {
  return (
    <button type="button" onClick={useUrlSheet('pre-order').close}>
      Close
    </button>
  );
}
