import { openPool } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';

export interface Ago {
  readonly days: number;
  readonly hours?: number;
}

/** Runs the product's own functions at a past time. Their connections use the demo role, whose `moment()` returns that time. */
export async function inPast<Result>(
  services: Services,
  databaseUrl: string,
  { days, hours = 0 }: Ago,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const moment = new Date(Date.now() - (days * 24 + hours) * 3_600_000);
  const pool = openPool(databaseUrl, { max: 4, moment });
  try {
    return await work({ ...services, db: pool.db });
  } finally {
    await pool.close();
  }
}
