import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { SystemControls } from './system-controls.tsx';

const STOPPED = {
  ...{ id: '1', at: '2026-03-04T05:06:07Z', actorId: 'a', actor: 'ada#0001', action: 'settings.changed' },
  ...{ subjectId: 'emergency_shutdown', subject: null, trade: null, before: null, after: null },
  ...{ reason: null, ip: null },
};

let enabled: boolean;
let canBeRead: boolean;
/** The announcements that were saved. */
const saved: object[] = [];
beforeEach(() => {
  enabled = true;
  canBeRead = true;
  saved.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path.startsWith('/api/admin/audit')) return Response.json([STOPPED]);
    if (method === 'PUT') {
      saved.push(JSON.parse(String(body)).value);
      return Response.json({ key: 'announcement', value: saved.at(-1) });
    }
    if (method === 'POST') {
      ({ enabled } = JSON.parse(String(body)) as { enabled: boolean });
      return Response.json({ success: true, message: 'Done.', enabled });
    }
    if (!canBeRead) return Response.json({ message: 'Boom', code: 'server_error' }, { status: 500 });
    return Response.json([
      { key: 'maintenance_mode', value: { enabled: false } },
      { key: 'action_limit', value: { perHour: 100 } },
      { key: 'marketplace_fee', value: { percent: 5 } },
      { key: 'announcement', value: { text: 'Slow today', until: '2026-01-01T00:00:00.000Z' } },
      { key: 'emergency_shutdown', value: { enabled } },
    ]);
  });
});
afterEach(() => vi.unstubAllGlobals());

function showControls(client = createQueryClient(() => undefined)) {
  client.setQueryData(currentUserQuery.queryKey, { id: 'o', role: 'admin', isOwner: true } as never);
  return render(
    <QueryClientProvider client={client}>
      <SystemControls />
    </QueryClientProvider>,
  );
}

test('the focus stays on the button that has lifted the shutdown, and a second press does nothing', async () => {
  const screen = await showControls();
  const lift = screen.getByRole('button', { name: 'Lift shutdown' });
  await expect.element(lift).toBeEnabled();
  (lift.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const question = screen.getByRole('alertdialog', { name: 'Lift the shutdown?' });
  await expect.element(question).toBeVisible();
  expect(enabled).toBe(true);
  await question.getByRole('button', { name: 'Resume payments' }).click();
  await expect.element(screen.getByText('Halts all payments until an owner resumes them.')).toBeVisible();
  await expect.element(lift).toHaveFocus();
  enabled = true;
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('alertdialog').query()).toBeNull();
  expect(enabled).toBe(true);
});

test('the question whether to lift the shutdown goes when someone else has lifted it', async () => {
  const client = createQueryClient(() => undefined);
  const screen = await showControls(client);
  await screen.getByRole('button', { name: 'Lift shutdown' }).click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  enabled = false;
  await client.invalidateQueries({ queryKey: ['settings'] });
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('all payments can be stopped although the settings cannot be read', async () => {
  enabled = false;
  canBeRead = false;
  const screen = await showControls();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  await screen.getByRole('button', { name: 'Emergency Shutdown' }).click();
  await screen.getByRole('button', { name: 'Shut down' }).click();
  await expect.poll(() => enabled).toBe(true);
});

test('a new announcement has no end if the one before has ended', async () => {
  const screen = await showControls();
  await screen.getByRole('textbox', { name: 'Announcement' }).fill('Maintenance at six');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toEqual([{ text: 'Maintenance at six', until: null }]);
});

test('S7.07 staff see who has set the shutdown, and when', async () => {
  const screen = await showControls();
  await expect.element(screen.getByText(/Only an owner can resume them\. Set by ada on Mar 4/)).toBeVisible();
});

test('S7.07 maintenance starts only after a question', async () => {
  const screen = await showControls();
  const toggle = screen.getByRole('switch', { name: 'Maintenance mode' });
  await toggle.click();
  const question = screen.getByRole('alertdialog', { name: 'Switch maintenance mode on?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(toggle).not.toBeChecked();
  await toggle.click();
  await question.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => saved.at(-1)).toMatchObject({ enabled: true });
});
