import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import { followOtherTabs, useCurrentUser } from './session.tsx';

const NOVA = { id: 'u-1', username: 'nova', avatar: null, email: null, discordId: '42', role: 'buyer' };
const FLAGS = { isOwner: false, isVerified: true, isBanned: false };
const userOf = (person: Partial<typeof NOVA>) => ({
  ...NOVA,
  ...FLAGS,
  walletBalance: 0,
  joinedAt: '2026-01-01T00:00:00.000Z',
  ...person,
});

/** What the server knows of this browser's session. */
let session: () => Response;
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Another tab of this site. What it keeps is an event here. */
async function otherTab(): Promise<Window> {
  const frame = document.createElement('iframe');
  frame.src = '/favicon.ico';
  document.body.append(frame);
  await new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
  return frame.contentWindow!;
}

const Name = () => <p>{useCurrentUser().user?.username ?? 'nobody'}</p>;

test('a sign-in and a sign-out in another tab are followed, and a failure there is not', async () => {
  const asked = vi.fn(async () => session());
  vi.stubGlobal('fetch', asked);
  session = () => new Response(null, { status: 204 });
  const client = createQueryClient(() => undefined);
  followOtherTabs(client);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Name />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('nobody')).toBeVisible();
  const tab = await otherTab();

  session = () => Response.json(userOf({}));
  tab.localStorage.setItem('sterling.signed-in', 'u-1');
  await expect.element(screen.getByText('nova')).toBeVisible();

  session = () => Response.json(userOf({ id: 'u-2', username: 'sela' }));
  tab.localStorage.setItem('sterling.signed-in', 'u-2');
  await expect.element(screen.getByText('sela')).toBeVisible();
  expect(localStorage.getItem('sterling.signed-in')).toBe('u-2');

  session = () => new Response(null, { status: 204 });
  tab.localStorage.removeItem('sterling.signed-in');
  await expect.element(screen.getByText('nobody')).toBeVisible();
  expect(currentToast()).toMatchObject({ title: 'Signed out', variant: 'info' });

  session = () => Response.json(userOf({ id: 'u-2', username: 'sela' }));
  await client.refetchQueries();
  session = () => new Response(null, { status: 500 });
  await client.refetchQueries();
  await expect.element(screen.getByText('nobody')).toBeVisible();
  expect(localStorage.getItem('sterling.signed-in')).toBe('u-2');

  session = () => new Response(null, { status: 204 });
  await client.refetchQueries();
  expect(localStorage.getItem('sterling.signed-in')).toBeNull();
});
