import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { countUnread, readInbox } from './inbox.reads.ts';
import { markRead } from './inbox.ts';

export function inboxRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.inbox.read, async ({ user, query, total }) => {
      const found = await readInbox(db, user, query);
      total(found.total);
      return found.inbox;
    }),
    handle(api.inbox.markRead, ({ user, body, write }) =>
      write(async (tx) => {
        await markRead(tx, user.id, body);
        return { unread: await countUnread(tx, user.id) };
      }),
    ),
  ];
}
