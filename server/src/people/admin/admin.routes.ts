import { api } from '@sterling/contract/api.ts';
import type { AuditAction } from '@sterling/contract/audit-actions.ts';
import { phrase, t } from '@sterling/contract/texts.ts';
import { listAuditEntries } from '../../platform/audit/audit.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route, type RouteCall } from '../../platform/http/route.ts';
import { clearWrites } from '../../platform/limits/limits.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readSettings } from '../settings/settings.reads.ts';
import { changeSetting } from '../settings/settings.ts';
import { removeAllUsers } from './clean-up.ts';
import { correct } from './corrections.ts';
import { exportRoutes } from './exports.routes.ts';
import { readStats } from './figures.reads.ts';
import { listPeople, readPerson } from './people.reads.ts';
import { allowAccounts, editPerson, endSessionsByStaff } from './people.ts';

type AdminServices = Pick<Services, 'config' | 'db' | 'queue'>;

export const adminRoutes = (services: AdminServices): Route[] => [
  ...settingRoutes(services),
  ...peopleRoutes(services),
  ...recordRoutes(services),
  ...exportRoutes(services),
];

function settingRoutes({ db }: AdminServices): Route[] {
  return [
    handle(api.admin.stats, () => readStats(db)),
    handle(api.admin.settings, async ({ total }) => {
      const settings = Object.entries(await readSettings(db));
      total(settings.length);
      return settings.map(([key, value]) => ({ key, value }));
    }),
    handle(api.admin.changeSetting, async (call) => {
      const { key } = call.params;
      const value = await call.write((tx) => changeSetting(tx, call.user, key, call.body));
      return { key, value };
    }),
    handle(api.admin.emergencyShutdown, async (call) => {
      const { enabled } = call.body;
      await call.write((tx) => changeSetting(tx, call.user, 'emergency_shutdown', { value: { enabled } }));
      const message = enabled ? t('Payments are paused.') : t('Payments have resumed.');
      return { success: true as const, message, enabled };
    }),
  ];
}

function peopleRoutes({ config, db, queue }: AdminServices): Route[] {
  const { ownerDiscordIds } = config;
  const clean = (call: StaffCall, action: AuditAction) => {
    if (config.mode === 'production' && !config.allowDestructiveReset) {
      refuse('unauthorized', { hint: phrase('In production this needs ALLOW_DESTRUCTIVE_RESET=1.') });
    }
    return call.write((tx) => removeAllUsers(tx, call.user.id, action));
  };
  return [
    handle(api.admin.users, async ({ query, total }) => {
      const found = await listPeople(db, query);
      total(found.total);
      return found.people;
    }),
    handle(api.admin.editUser, async (call) => {
      const { id } = call.params;
      const { deleted } = await call.write((tx) =>
        editPerson(tx, queue, call.user.id, { userId: id, ownerDiscordIds }, call.body),
      );
      return { ...(await readPerson(db, id)), deleted };
    }),
    handle(api.robloxAccounts.allowOfUser, async (call) => {
      const { id } = call.params;
      const allowed = await call.write((tx) => allowAccounts(tx, call.user.id, id, call.body.reason));
      return { success: true as const, allowed };
    }),
    handle(api.sessions.endOfUser, async (call) => {
      const ended = await call.write((tx) => endSessionsByStaff(tx, call.user, call.params.id));
      return { success: true as const, ended };
    }),
    handle(api.admin.clearRateLimits, async (call) => {
      const cleared = await call.write(async (tx) => {
        const writes = await clearWrites(tx);
        await record(tx, { actorId: call.user.id, action: 'limits.cleared', before: { writes } });
        return writes;
      });
      return { success: true as const, message: t('Rate limits cleared.'), cleared };
    }),
    handle(api.admin.cleanDatabase, async (call) => {
      const cleared = await clean(call, 'database.cleaned');
      return { success: true as const, message: t('Database cleaned.'), cleared };
    }),
    handle(api.admin.clearTestBalances, async (call) => {
      const cleared = await clean(call, 'test-balances.cleared');
      return { success: true as const, message: t('Test data cleared.'), cleared };
    }),
  ];
}

function recordRoutes({ db }: AdminServices): Route[] {
  return [
    handle(api.admin.correct, (call) =>
      call.once(async (tx) => {
        const { balance, waiting } = await correct(tx, call.user.id, call.body);
        return { success: true as const, balance, waiting };
      }),
    ),
    handle(api.admin.audit, async ({ query, total }) => {
      const found = await listAuditEntries(db, query);
      total(found.total);
      return found.entries;
    }),
  ];
}

type StaffCall = Pick<RouteCall<never>, 'user' | 'write'>;
