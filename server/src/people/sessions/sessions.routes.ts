import { api } from '@sterling/contract/api.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { giveToken } from '../../platform/http/session-cookie.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { endAccessOf } from '../access/access.ts';
import { listSessions, sessionToken } from './sessions.reads.ts';
import { endOwnSession, refuseReplacedToken, replaceSession } from './sessions.ts';

export function sessionRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  return [
    handle(api.sessions.list, async ({ user, query, total }) => {
      const { sessions, total: count } = await listSessions(db, user, query);
      total(count);
      return sessions;
    }),
    handle(api.sessions.endOthers, async ({ user, request, reply, write }) => {
      const token = sessionToken(request, config.mode)!;
      const { ended, newToken } = await write(
        async (tx) => {
          await refuseReplacedToken(tx, user.sessionId, token);
          await record(tx, {
            actorId: user.id,
            action: 'sessions.ended',
            subjectId: user.id,
          });
          const sessions = await endAccessOf(tx, user.id, 'person', { keptSessionId: user.sessionId });
          return { ended: sessions, newToken: await replaceSession(tx, user.sessionId, token) };
        },
        // so that two sessions that end each other do not deadlock
        CHANGES_SELF,
      );
      giveToken(reply, config.mode, newToken);
      return { success: true as const, ended };
    }),
    handle(api.sessions.end, async ({ user, params, write }) => {
      await write((tx) => endOwnSession(tx, user.id, params.id));
      return { success: true as const };
    }),
  ];
}
