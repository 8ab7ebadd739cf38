import { type Access, type CallerRights, type Endpoint, mayCall } from '@sterling/contract/endpoint.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { readSettings, SETTINGS_TEXT, settingsIn } from '../settings/settings.reads.ts';
import { CREDENTIAL_RIGHTS, type CurrentUser } from './sessions.reads.ts';
import { refuseStoppedOrInMaintenance } from './stopped.ts';

/** The right of a call to write: who makes it, and what the contract requires. */
export interface Authority {
  readonly endpoint: Pick<
    Endpoint,
    'access' | 'movesMoney' | 'duringStop' | 'duringMaintenance' | 'unguarded'
  >;
  /** The user when the call was admitted; null for a call without a session. */
  readonly caller: CurrentUser | null;
}

/**
 * Begins the transaction of a call that writes. It checks first that the session, the user's rights and the emergency stop
 * still allow the call, and locks session and user until the commit. So a logout, ban or loss of rights either came first and
 * refuses the call, or waits for its end. A stop waits for nobody, so a call that moves money asks for it again before the commit. `changesSelf`: the work also changes the row of the user.
 */
export function inAuthorisedTransaction<Result>(
  db: Db,
  authority: Authority,
  work: (tx: Tx) => Promise<Result>,
  { changesSelf = false } = {},
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await authorise(tx, authority, changesSelf);
    const result = await work(tx);
    // a stop may have begun while the work waited for locks, and nothing moves after its answer
    if (authority.endpoint.movesMoney)
      refuseStoppedOrInMaintenance(await readSettings(tx), authority.endpoint, authority.caller);
    return result;
  });
}

async function authorise(tx: Tx, authority: Authority, changesSelf: boolean): Promise<void> {
  const { caller, endpoint } = authority;
  if (endpoint.access === 'anonymous') {
    if (!endpoint.unguarded) refuseStoppedOrInMaintenance(await readSettings(tx), endpoint, caller);
    return;
  }
  const lock = changesSelf ? LOCKS.toChange : LOCKS.toKeep;
  const [now] = caller ? await lockRights(tx, [caller], lock) : [];
  refuseLost(authority, now ?? null);
}

/**
 * As `inAuthorisedTransaction` for many calls in one transaction, with one query. Returns those that are still allowed. The
 * others are not allowed, or another transaction is using their session or user: they must be authorised alone.
 */
export async function stillAuthorised(tx: Tx, authorities: readonly Authority[]): Promise<Set<Authority>> {
  const callers = authorities.flatMap(({ caller }) => caller ?? []);
  const rows = await lockRights(tx, callers, LOCKS.withoutWait);
  const bySession = new Map(rows.map((row) => [row.sessionId, row]));
  const isAllowed = (authority: Authority) => {
    const now = bySession.get(authority.caller?.sessionId ?? '');
    return now !== undefined && !isRefused(() => refuseLost(authority, now));
  };
  return new Set(authorities.filter(isAllowed));
}

function isRefused(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return true;
  }
}

/** What a caller may do now. */
interface PresentRights extends CallerRights {
  readonly sessionId: string;
  readonly settings: string;
}

/**
 * The user is locked before the session or credential (`s`), as a ban does. A share lock is compatible with other calls of the
 * same user. A session is deleted when it ends, but a revoked credential is changed, which only a share lock delays.
 */
const LOCKS = {
  toKeep: { session: sql`for share of u for key share of s`, credential: sql`for share of u, s` },
  /** Two calls that both held a share lock could not change the row without a deadlock. */
  toChange: {
    session: sql`for update of u for key share of s`,
    credential: sql`for update of u for share of s`,
  },
  withoutWait: {
    session: sql`for share of u skip locked for key share of s skip locked`,
    credential: sql`for share of u, s skip locked`,
  },
};

/** Locks the sessions or credentials of callers with their users. Leaves out those that no longer work. */
async function lockRights(
  tx: Tx,
  callers: readonly CurrentUser[],
  lock: (typeof LOCKS)[keyof typeof LOCKS],
): Promise<PresentRights[]> {
  const idsOf = (some: readonly CurrentUser[]) => [...new Set(some.map(({ sessionId }) => sessionId))];
  const sessions = idsOf(callers.filter(({ credential }) => !credential));
  const credentials = idsOf(callers.filter(({ credential }) => credential));
  return [
    ...(sessions.length > 0 ? await lockSessions(tx, sessions, lock.session) : []),
    ...(credentials.length > 0 ? await lockCredentials(tx, credentials, lock.credential) : []),
  ];
}

type Lock = ReturnType<typeof sql>;

/** In a restored database that no process has recognised yet, sessions and credentials may have been ended long ago. */
const IS_RECOGNISED = sql`not (select was_restored())`;

async function lockSessions(tx: Tx, ids: readonly string[], lock: Lock): Promise<PresentRights[]> {
  const { rows } = await sql<PresentRights>`
    select s.id as session_id, u.role, u.is_owner, ${sql.raw(SETTINGS_TEXT)} as settings
    from sessions s join users u on u.id = s.user_id
    where s.id = any (${ids}::uuid[]) and s.expires_at > now() and u.deleted_at is null and not u.is_banned
      and ${IS_RECOGNISED}
    ${lock}`.execute(tx);
  return rows;
}

async function lockCredentials(tx: Tx, ids: readonly string[], lock: Lock): Promise<PresentRights[]> {
  const { rows } = await sql<PresentRights>`
    select s.id as session_id, ${sql.raw(CREDENTIAL_RIGHTS)}, ${sql.raw(SETTINGS_TEXT)} as settings
    from api_credentials s join users u on u.id = s.user_id
    where s.id = any (${ids}::uuid[]) and s.revoked_at is null and (s.expires_at is null or s.expires_at > now())
      and u.has_factor and u.deleted_at is null and not u.is_banned and ${IS_RECOGNISED}
    ${lock}`.execute(tx);
  return rows;
}

/** Refuses if what a call was admitted with no longer holds. `now` is null when its session is over. */
function refuseLost({ endpoint, caller }: Authority, now: PresentRights | null): void {
  if (!now && caller?.credential) refuse('token_revoked');
  refuseAccess(endpoint.access, now);
  if (now && caller && (now.isOwner !== caller.isOwner || isStaff(now) !== isStaff(caller)))
    refuse('unauthorized', { hint: phrase('Your rights have changed. Please try again.') });
  if (now && !endpoint.unguarded) refuseStoppedOrInMaintenance(settingsIn(now.settings), endpoint, now);
}

/** Refuses a caller (null: no session) who lacks the endpoint's access. */
export function refuseAccess(access: Access, caller: CallerRights | null): void {
  if (mayCall(access, caller)) return;
  if (!caller) refuse('authentication_required');
  if (access === 'owner') refuse('owner_required');
  if (access === 'admin') refuse('admin_required');
  if (access === 'seller') refuse('seller_required');
  if (access === 'buyer')
    refuse('unauthorized', {
      // a switch would end the rights of an admin
      hint:
        caller.role === 'admin'
          ? phrase('Only buyers can do this.')
          : phrase('Switch to your buyer account to do this.'),
    });
  refuse('unauthorized');
}
