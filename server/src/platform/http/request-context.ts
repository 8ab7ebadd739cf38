import type { Settings } from '@sterling/contract/settings.ts';
import DataLoader from 'dataloader';
import {
  CREDENTIAL_RIGHTS,
  type CurrentUser,
  hashToken,
  SESSION_OF_TOKEN,
} from '../../people/sessions/sessions.reads.ts';
import { ONLY_READS_SECONDS } from '../../people/sessions/sessions.ts';
import { SETTINGS_TEXT, settingsIn } from '../../people/settings/settings.reads.ts';
import type { PreparedPool } from '../db/prepared-pool.ts';
import type { StoredAnswer } from '../idempotency/answers.ts';

/** What the server reads from the database for a request before it decodes the input. */
export interface RequestContext {
  /** The signed-in user; null without a valid session. */
  readonly caller: CurrentUser | null;
  /** Whether there is no caller because the session's user is banned. */
  readonly isBanned: boolean;
  /** Present settings; null for reads and without a caller. */
  readonly settings: Settings | null;
  /** The answer that is stored under the request's idempotency key. */
  readonly stored: StoredAnswer | null;
  /** When this was read, by the clock of the database; null without a caller. */
  readonly beganAt: Date | null;
}

/**
 * Finds the user of a session token. There is no user if the token is missing, unknown or expired, or if the user is banned
 * or deleted. Concurrent requests share one query.
 */
export interface RequestContexts {
  toRead(token: string | null): Promise<RequestContext>;
  /** Also reads the settings, and the answer stored under the idempotency key `key` (null: no key). */
  toWrite(token: string | null, key: string | null): Promise<RequestContext>;
  /** As `toRead`, or `toWrite` (`withSettings`), for a call with an API token. It names the user even if the credential has expired or was revoked. */
  ofCredential(token: string, key: string | null, withSettings: boolean): Promise<RequestContext>;
}

interface Lookup {
  readonly token: string;
  readonly key: string | null;
  readonly withSettings: boolean;
}

const NOBODY: RequestContext = {
  caller: null,
  isBanned: false,
  settings: null,
  stored: null,
  beganAt: null,
};
const MAX_BATCH = 256;

export function openRequestContexts(preparedPool: PreparedPool): RequestContexts {
  const [sessions, credentials] = (['session', 'credential'] as const).map(
    (kind) =>
      new DataLoader((batch: readonly Lookup[]) => lookUpAll(preparedPool, kind, batch), {
        cache: false,
        // batches all requests that arrived in the same turn of the event loop
        batchScheduleFn: setImmediate,
        maxBatchSize: MAX_BATCH,
      }),
  );
  const lookUp = async (token: string | null, key: string | null, withSettings: boolean) =>
    token === null ? NOBODY : sessions!.load({ token, key, withSettings });
  return {
    toRead: (token) => lookUp(token, null, false),
    toWrite: (token, key) => lookUp(token, key, true),
    ofCredential: (token, key, withSettings) => credentials!.load({ token, key, withSettings }),
  };
}

interface Row extends CurrentUser {
  readonly n: number;
  readonly beganAt: Date;
  /** Only of a session. */
  readonly isBanned?: boolean;
  /** In the first row only. */
  readonly settings: string | null;
  readonly requestHash: Buffer | null;
  readonly status: number | null;
  readonly reply: unknown;
}

const GIVEN = 'from unnest($1::bytea[], $2::text[]) with ordinality as a (token_hash, key, n)';
/** The answer stored under the key. `offset 0` keeps a plan made on few rows from scanning all keys of a user. */
const STORED = `left join lateral (
    select i.request_hash, i.status, i.reply from idempotency_keys i where i.user_id = u.id and i.key = a.key
      and i.status is not null offset 0
  ) k on true`;
const COMMON = `a.n, now() as "beganAt", u.id, u.has_factor as "hasFactor", k.request_hash as "requestHash", k.status, k.reply,
    case when $3 and row_number() over () = 1 then ${SETTINGS_TEXT} end as settings`;

/**
 * A replaced session token only reads in its last seconds. A check does not count for it, because a thief may have a copy, and the
 * person got the new token with the answer of the check.
 */
const LOOK_UP = {
  session: `select ${COMMON}, u.is_banned as "isBanned", u.role, u.is_owner as "isOwner", s.id as "sessionId",
    s.rotation_due as "rotationDue", s.is_current and is_fresh_check(s.checked_at) as "isChecked",
    not s.is_current and s.previous_until <= now() + ${ONLY_READS_SECONDS} * interval '1 second' as "onlyReads",
    s.last_seen_at < now() - interval '5 minutes' as "isSeenDue"
  ${GIVEN}
  cross join lateral ${SESSION_OF_TOKEN}
  join users u on u.id = s.user_id
  ${STORED}
  where (s.expires_at > now() or u.is_banned) and u.deleted_at is null`,
  credential: `select ${COMMON}, ${CREDENTIAL_RIGHTS}, c.id as "sessionId", false as "rotationDue", false as "isChecked",
    false as "isSeenDue", json_build_object('scopes', c.scopes, 'networks', c.networks,
      'isUseDue', coalesce(c.last_used_at <= now() - interval '1 minute', true),
      'state', case when c.revoked_at is not null or u.is_banned then 'revoked' when c.expires_at <= now() then 'expired'
        else 'valid' end) as credential
  ${GIVEN}
  join api_credentials c on c.token_hash = a.token_hash
  join users u on u.id = c.user_id
  ${STORED}
  where u.deleted_at is null`,
};

async function lookUpAll(
  preparedPool: PreparedPool,
  kind: keyof typeof LOOK_UP,
  batch: readonly Lookup[],
): Promise<RequestContext[]> {
  const rows = await preparedPool.call<Row>(`look-up-${kind}`, LOOK_UP[kind], [
    batch.map(({ token }) => hashToken(token)),
    batch.map(({ key }) => key),
    batch.some(({ withSettings }) => withSettings),
  ]);
  const settings = rows[0]?.settings ? settingsIn(rows[0].settings) : null;
  const answers = batch.map(() => NOBODY);
  for (const { n, settings: _, requestHash, status, reply, beganAt, isBanned = false, ...caller } of rows) {
    answers[n - 1] = isBanned
      ? { ...NOBODY, isBanned }
      : {
          caller,
          isBanned,
          settings: batch[n - 1]!.withSettings ? settings : null,
          stored: requestHash && status !== null ? { requestHash, status, reply } : null,
          beganAt,
        };
  }
  return answers;
}
