import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { listSessions } from './sessions.reads.ts';
import { endOtherSessions, endOwnSession } from './sessions.ts';

export function sessionRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.sessions.list, async ({ user, query, total }) => {
      const { sessions, total: count } = await listSessions(db, user, query);
      total(count);
      return sessions;
    }),
    handle(api.sessions.endOthers, async ({ user, write }) => {
      const ended = await write((tx) => endOtherSessions(tx, user.id, user.sessionId));
      return { success: true as const, ended };
    }),
    handle(api.sessions.end, async ({ user, params, write }) => {
      await write((tx) => endOwnSession(tx, user.id, params.id));
      return { success: true as const };
    }),
  ];
}
