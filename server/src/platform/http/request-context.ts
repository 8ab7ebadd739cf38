import DataLoader from 'dataloader';
import { type CurrentUser, hashToken } from '../../people/sessions/sessions.reads.ts';
import { SETTINGS_TEXT, settingsIn } from '../../people/settings/settings.reads.ts';
import type { Settings } from '../../people/settings/settings.rules.ts';
import type { PreparedPool } from '../db/prepared-pool.ts';
import type { StoredAnswer } from '../idempotency/answers.ts';

/** What the database says of a call before its input is looked at. */
export interface RequestContext {
  /** Who asks; null: nobody that is known. */
  readonly visitor: CurrentUser | null;
  /** The settings as they stand; null for reads, and where nobody is known: they may be refused without them. */
  readonly settings: Settings | null;
  /** What is stored under the call's key. */
  readonly stored: StoredAnswer | null;
}

/**
 * Who is behind a session token: nobody where there is none, where it is unknown or over, or where its person is banned or
 * deleted. What calls ask at the same time is one question to the database.
 */
export interface RequestContexts {
  toRead(token: string | null): Promise<RequestContext>;
  /** With the settings, and with what the call's key (null: none) has got already. */
  toWrite(token: string | null, key: string | null): Promise<RequestContext>;
}

interface Question {
  readonly token: string;
  readonly key: string | null;
  readonly isWrite: boolean;
}

const NOBODY: RequestContext = { visitor: null, settings: null, stored: null };
const MAX_TOGETHER = 256;

export function openRequestContexts(calls: PreparedPool): RequestContexts {
  const questions = new DataLoader((asked: readonly Question[]) => askAll(calls, asked), {
    cache: false,
    // what came by the same turn of the event loop is there by then
    batchScheduleFn: setImmediate,
    maxBatchSize: MAX_TOGETHER,
  });
  const ask = async (token: string | null, key: string | null, isWrite: boolean) =>
    token === null ? NOBODY : questions.load({ token, key, isWrite });
  return {
    toRead: (token) => ask(token, null, false),
    toWrite: (token, key) => ask(token, key, true),
  };
}

interface Row extends CurrentUser {
  readonly n: number;
  /** In the first row only. */
  readonly settings: string | null;
  readonly requestHash: Buffer | null;
  readonly status: number | null;
  readonly reply: unknown;
}

/** A token that was replaced holds for a moment longer. `offset 0`: planned while there were few keys, it would go through all of a person's. */
const ASK = `select a.n, u.id, u.role, u.is_owner as "isOwner", s.id as "sessionId", s.rotation_due as "rotationDue",
    s.last_seen_at as "lastSeenAt", k.request_hash as "requestHash", k.status, k.reply,
    case when $3 and row_number() over () = 1 then ${SETTINGS_TEXT} end as settings
  from unnest($1::bytea[], $2::text[]) with ordinality as a (token_hash, key, n)
  cross join lateral (
    select * from sessions where token_hash = a.token_hash
    union all select * from sessions where previous_token_hash = a.token_hash and previous_until > now()
  ) s
  join users u on u.id = s.user_id
  left join lateral (
    select i.request_hash, i.status, i.reply from idempotency_keys i where i.user_id = u.id and i.key = a.key offset 0
  ) k on true
  where s.expires_at > now() and u.deleted_at is null and not u.is_banned`;

async function askAll(calls: PreparedPool, asked: readonly Question[]): Promise<RequestContext[]> {
  const rows = await calls.call<Row>('ask', ASK, [
    asked.map(({ token }) => hashToken(token)),
    asked.map(({ key }) => key),
    asked.some(({ isWrite }) => isWrite),
  ]);
  const settings = rows[0]?.settings ? settingsIn(rows[0].settings) : null;
  const answers = asked.map(() => NOBODY);
  for (const { n, settings: _, requestHash, status, reply, ...visitor } of rows) {
    answers[n - 1] = {
      visitor,
      settings: asked[n - 1]!.isWrite ? settings : null,
      stored: requestHash && status !== null ? { requestHash, status, reply } : null,
    };
  }
  return answers;
}
