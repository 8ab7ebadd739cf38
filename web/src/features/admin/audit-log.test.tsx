import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { AuditLog } from './audit-log.tsx';

afterEach(() => vi.unstubAllGlobals());

const SIGN_IN = {
  ...{ id: '1', at: '2026-03-04T05:06:07Z', actorId: 'o', actor: 'otto', action: 'sessions.started' },
  ...{
    subjectId: 'o',
    subject: 'otto',
    trade: null,
    before: null,
    after: null,
    reason: null,
    ip: '192.0.2.7',
  },
};

test('S7.01 a sign-in shows its address in the log, and its sheet names the user once', async () => {
  vi.stubGlobal('fetch', async () => Response.json([SIGN_IN], { headers: { 'x-total-count': '1' } }));
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <AuditLog />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('192.0.2.7')).toBeVisible();
  await screen.getByRole('button', { name: 'Signed in' }).click();
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByText('192.0.2.7')).toBeVisible();
  expect(sheet.getByText('About').query()).toBeNull();
});
