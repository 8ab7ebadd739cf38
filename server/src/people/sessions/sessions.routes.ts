import { api } from '@sterling/contract/api.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { endAccessOf } from '../access/access.ts';
import { listSessions } from './sessions.reads.ts';
import { endOwnSession } from './sessions.ts';

export function sessionRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.sessions.list, async ({ user, query, total }) => {
      const { sessions, total: count } = await listSessions(db, user, query);
      total(count);
      return sessions;
    }),
    handle(api.sessions.endOthers, async ({ user, request, write }) => {
      const ended = await write(
        async (tx) => {
          await record(tx, {
            actorId: user.id,
            action: 'sessions.ended',
            subjectId: user.id,
            ip: request.ip,
          });
          return endAccessOf(tx, user.id, 'person', { keptSessionId: user.sessionId });
        },
        // so that two sessions that end each other do not deadlock
        CHANGES_SELF,
      );
      return { success: true as const, ended };
    }),
    handle(api.sessions.end, async ({ user, params, write }) => {
      await write((tx) => endOwnSession(tx, user.id, params.id));
      return { success: true as const };
    }),
  ];
}
