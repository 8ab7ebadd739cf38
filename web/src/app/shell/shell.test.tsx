import type { User } from '@sterling/contract/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { GENERIC } from '../../kit/navigation/sections.ts';
import { Shell } from './shell.tsx';

const parts = vi.hoisted(() => {
  const broken = { name: '' };
  const part = (name: string) => () => {
    if (broken.name === name) throw new Error(`${name} is broken`);
    return <p>The {name}</p>;
  };
  return { broken, part };
});

vi.mock('./sidebar.tsx', () => ({ Sidebar: parts.part('sidebar'), PhoneSidebar: () => null }));
vi.mock('../../features/platform/banners.tsx', () => ({ Banners: parts.part('banner') }));
vi.mock('../../features/inbox/inbox-bell.tsx', () => ({ InboxBell: parts.part('bell') }));
vi.mock('./section-content.tsx', () => ({ SectionContent: parts.part('section') }));
vi.mock('../../data/live.ts', () => ({ useLive: () => undefined }));

test.each(['sidebar', 'banner', 'bell'])('the rest of the page survives a crash of its %s', async (name) => {
  parts.broken.name = name;
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } },
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <Shell user={{ id: '1', role: 'buyer' } as User} section={GENERIC} />
    </QueryClientProvider>,
  );
  for (const other of ['sidebar', 'banner', 'bell', 'section'].filter((each) => each !== name))
    await expect.element(screen.getByText(`The ${other}`)).toBeVisible();
  await expect.element(screen.getByText(`The ${name}`)).not.toBeInTheDocument();
});
