import { api } from '@sterling/contract/api.ts';
import type { Db } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { byCaller, countWrite } from '../../platform/limits/limits.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { proveReport } from './reports.lookups.ts';
import { acceptReport, makeReport } from './reports.ts';

const MAX_REPORTS = 5;
const MAX_PROOFS = 20;

export function reportRoutes({ db, game }: Pick<Services, 'db' | 'game'>): Route[] {
  return [
    handle(api.reports.make, async ({ request, body, write }) => {
      await refuseMore(db, `report from ${request.ip}`, MAX_REPORTS);
      return write((tx) => makeReport(tx, body));
    }),
    handle(api.reports.verify, async ({ request, params, write }) => {
      await refuseMore(db, `proof from ${request.ip}`, MAX_PROOFS);
      await proveReport(db, game, params.id);
      await write((tx) => acceptReport(tx, params.id));
      return { success: true as const, message: 'The account is off sale.' };
    }),
  ];
}

/** Reports need no session, so they are limited per IP address and hour. */
async function refuseMore(db: Db, what: string, perHour: number): Promise<void> {
  const counted = await countWrite(db, byCaller(what, perHour));
  if ('waitSeconds' in counted) refuse('too_many_requests', { retryAfterSeconds: counted.waitSeconds });
}
