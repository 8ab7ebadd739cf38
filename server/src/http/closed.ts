import type { Endpoint } from '@sterling/contract/endpoint.ts';
import type { Db } from '../db/pool.ts';
import { refuse } from '../refusal.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';
import { readSettings } from '../settings/settings.reads.ts';

/**
 * Refuses writes of everybody but staff during maintenance, and whatever moves or promises money during an emergency
 * stop (wire.md). Calls without an effect of their own, such as looking a gamepass up, go on.
 */
export async function refuseClosed(db: Db, endpoint: Endpoint, visitor: CurrentUser | null): Promise<void> {
  if (endpoint.method === 'GET' || endpoint.readOnly) return;
  const { maintenance_mode: maintenance, emergency_shutdown: stop } = await readSettings(db);
  const isStaff = visitor !== null && (visitor.isOwner || visitor.role === 'admin');
  if (maintenance.enabled && !isStaff) {
    refuse('service_unavailable', { hint: 'Sterling is under maintenance. Please try again later.' });
  }
  if (stop.enabled && endpoint.idempotent) {
    refuse('service_unavailable', { hint: 'All movements of money are stopped for the moment.' });
  }
}
