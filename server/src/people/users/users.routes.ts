import { api } from '@sterling/contract/api.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { forgetSession, giveToken } from '../../platform/http/session-cookie.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { sessionToken } from '../sessions/sessions.reads.ts';
import { endSession, rotateToken } from '../sessions/sessions.ts';
import { readUser } from './users.reads.ts';
import { chooseLanguage, switchRole } from './users.ts';

export function userRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  return [
    handle(api.users.me, ({ user }) => readUser(db, user.id)),
    handle(api.users.logout, async ({ request, reply }) => {
      const token = sessionToken(request, config.mode);
      if (token) await endSession(db, token);
      forgetSession(reply, config.mode);
      return { success: true as const };
    }),
    handle(api.users.switchRole, async ({ user, params, body, request, reply, write }) => {
      if (params.id !== user.id) refuse('user_not_found');
      const newToken = await write(async (tx) => {
        await switchRole(tx, user.id, body.role);
        if (body.role !== user.role) {
          const change = { before: { role: user.role }, after: { role: body.role } };
          const who = { actorId: user.id, subjectId: user.id };
          await record(tx, { ...who, action: 'users.switched-role', ...change });
        }
        return rotateToken(tx, user.sessionId, sessionToken(request, config.mode)!);
      }, CHANGES_SELF);
      giveToken(reply, config.mode, newToken);
      return readUser(db, user.id);
    }),
    handle(api.users.chooseLanguage, async ({ user, body, write }) => {
      await write((tx) => chooseLanguage(tx, user.id, body.language), CHANGES_SELF);
      return { success: true as const };
    }),
  ];
}
