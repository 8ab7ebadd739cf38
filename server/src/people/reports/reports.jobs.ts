import { inTransaction } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { reportsToLookUp } from './reports.reads.ts';
import { lookUpReport } from './reports.ts';

const POLL_EVERY_MS = 1_000;

type ReportServices = Pick<Services, 'db' | 'log'>;

/** Looks up the accounts of new reports until `signal` is aborted. Several processes may run it. */
export async function followReports({ db, log }: ReportServices, signal: AbortSignal): Promise<void> {
  const failed = 'could not look up reports';
  await repeat(() => lookUpReports({ db, log }), { everyMs: POLL_EVERY_MS, failed, log, signal });
}

/** Looks up the accounts of the oldest new reports and opens their reviews. A report that fails delays no other. */
export async function lookUpReports({ db, log }: ReportServices): Promise<void> {
  for (const reportId of await reportsToLookUp(db))
    await inTransaction(db, (tx) => lookUpReport(tx, reportId)).catch((err) =>
      log.error({ err, reportId }, 'could not look up a report'),
    );
}
