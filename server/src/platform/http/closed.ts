import type { Endpoint } from '@sterling/contract/endpoint.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Settings } from '../../people/settings/settings.rules.ts';
import { refuse } from '../../refusal.ts';

/**
 * Refuses writes of everyone but staff during maintenance, and whatever moves or promises money during an emergency
 * stop. PreparedPool without an effect of their own, such as looking a gamepass up, go on.
 */
export function refuseClosed(
  { maintenance_mode: maintenance, emergency_shutdown: stop }: Settings,
  endpoint: Endpoint,
  visitor: CurrentUser | null,
): void {
  const isStaff = visitor !== null && (visitor.isOwner || visitor.role === 'admin');
  if (maintenance.enabled && !isStaff) {
    refuse('service_unavailable', { hint: 'Sterling is under maintenance. Please try again later.' });
  }
  if (stop.enabled && endpoint.idempotent) {
    refuse('service_unavailable', { hint: 'All movements of money are stopped for the moment.' });
  }
}
