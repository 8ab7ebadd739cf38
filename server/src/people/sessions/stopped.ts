import type { CallerRights, Endpoint } from '@sterling/contract/endpoint.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { refuse } from '../../refusal.ts';

/**
 * Refuses writes of non-staff users during maintenance, except the end of sessions, and all calls that move, reserve or commit money (`movesMoney` in the
 * contract) during an emergency stop, except decisions and corrections of an owner. All other calls continue to work, so the parties
 * of a trade can deliver, dispute and talk.
 */
export function refuseStoppedOrInMaintenance(
  { maintenance_mode: maintenance, emergency_shutdown: stop }: Settings,
  endpoint: Pick<Endpoint, 'movesMoney' | 'duringStop' | 'duringMaintenance'>,
  caller: CallerRights | null,
): void {
  if (maintenance.enabled && !endpoint.duringMaintenance && !(caller && isStaff(caller))) {
    refuse('service_unavailable', { hint: phrase('Sterling is under maintenance. Please try again later.') });
  }
  const settles = endpoint.duringStop && caller?.isOwner;
  if (stop.enabled && endpoint.movesMoney && !settles) {
    refuse('service_unavailable', { hint: phrase('Payments are paused. Please try again later.') });
  }
}
