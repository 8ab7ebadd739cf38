import { api } from '@sterling/contract/api.ts';
import { t } from '@sterling/contract/texts.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { proveReport } from './reports.lookups.ts';
import { acceptReport, makeReport } from './reports.ts';

/** Both calls need no session; `platform/http/anonymous.ts` limits them. */
export function reportRoutes({ db, game }: Pick<Services, 'db' | 'game'>): Route[] {
  return [
    handle(api.reports.make, ({ body, write }) => write((tx) => makeReport(tx, body))),
    handle(api.reports.verify, async ({ params, write }) => {
      const robloxUserId = await proveReport(db, game, params.id);
      await write((tx) => acceptReport(tx, params.id, robloxUserId));
      return { success: true as const, message: t('The account is off sale.') };
    }),
  ];
}
