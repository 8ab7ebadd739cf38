import { type Access, type Endpoint, isForStaff } from '@sterling/contract/endpoint.ts';
import type { Config } from '../../config.ts';
import { FACTOR_HINT } from '../../people/api-credentials/api-credentials.ts';
import { actsAsStaff, type CurrentUser, needsCheck } from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';

/** In production, staff without a second factor cannot use the calls of staff. */
export function refuseWithoutFactor(access: Access, caller: CurrentUser | null, mode: Config['mode']): void {
  if (!isForStaff({ access }) || !caller || actsAsStaff(caller, mode)) return;
  refuse('factor_required', { hint: FACTOR_HINT });
}

/** Refuses a protected call of a person who has a second factor and has not passed a check in the last minutes. */
export function refuseUnchecked(endpoint: Pick<Endpoint, 'stepUp'>, caller: CurrentUser | null): void {
  if (endpoint.stepUp === 'always' && caller && needsCheck(caller)) refuse('step_up_required');
}
