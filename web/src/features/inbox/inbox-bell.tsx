import type { InboxEntry } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { useUrlSheet } from '../../kit/navigation/open-above.tsx';
import { Count } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { inboxQuery } from './inbox.tsx';

const InboxSheet = lazy(() => import('./inbox-sheet.tsx'));

/** Opens the inbox. Shows how many entries are unread, or else how many tasks wait. */
export function InboxBell() {
  const { data } = useQuery(inboxQuery());
  const { isOpen, open, close } = useUrlSheet('inbox');
  const { unread = 0, waiting = [], entries } = data?.rows ?? {};
  useAnnounced(entries);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={[
          t('Inbox'),
          ...(unread > 0 ? [t('{unread} unread', { unread })] : []),
          ...(waiting.length > 0 ? [t('{waiting} waiting', { waiting: waiting.length })] : []),
        ].join(', ')}
        onClick={() => open()}
      >
        <Bell aria-hidden className="size-5 lg:size-4" />
        <Count of={unread || waiting.length} className="absolute top-0.5 left-1/2" />
      </Button>
      <Overlays>{isOpen && <InboxSheet onClose={close} />}</Overlays>
    </>
  );
}

/** Shows a toast for entries that arrive while the page is open. */
function useAnnounced(entries: readonly InboxEntry[] | undefined): void {
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (!entries) return;
    const before = newest.current;
    newest.current = entries[0]?.id ?? '';
    if (before === null) return;
    // Ids sort by creation time.
    const fresh = entries.filter(({ id, isRead }) => id > before && !isRead);
    if (fresh.length > 0) void import('./announce.ts').then(({ announce }) => announce(fresh));
  }, [entries]);
}
