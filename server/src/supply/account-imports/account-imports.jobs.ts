import { mayCall } from '@sterling/contract/endpoint.ts';
import { text } from '@sterling/contract/texts.ts';
import type { Role } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { type Db, inSeconds, inTransaction, sessionLocksOf } from '../../platform/db/pool.ts';
import { byCall, countWrite, uncountWrites } from '../../platform/limits/limits.ts';
import { repeat } from '../../platform/loop.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { openProxyRoute } from '../proxies/proxy-route.ts';
import { checkCookie } from '../roblox-accounts/roblox-accounts.lookups.ts';
import {
  addLine,
  keepLine,
  lineContext,
  type OpenLine,
  postponeImport,
  refuseLine,
  replaceCookieOfLine,
} from './account-imports.ts';
import { stopImport } from './ending.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 1_000;
const MAX_CONCURRENT_IMPORTS = 4;
/** Between two lines of an import. In production it matches what a person would do. */
const PAUSE_SECONDS: Readonly<Record<Config['mode'], number>> = { production: 5, sandbox: 0 };
/** How often a line is checked while Roblox does not answer. */
const MAX_TRIES = 3;
const RETRY_SECONDS = 15;
const LONG_PAUSE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Checks the lines of imports until the signal. Several processes may run it. */
export async function followImports(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not check the lines of imports';
  await repeat(async () => (await checkDueLines(services)) > 0, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/** Checks one line of each due import, at most four concurrently. Returns how many imports this process worked on. */
export async function checkDueLines(services: Needed): Promise<number> {
  const due = await services.db
    .selectFrom('accountImports')
    .where('state', '=', 'running')
    .where('dueAt', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('dueAt')
    .limit(MAX_CONCURRENT_IMPORTS)
    .execute();
  const worked = await Promise.all(
    due.map(({ id }) =>
      checkNextLine(services, id).catch(async (err) => {
        services.log.error({ err, importId: id }, 'could not check a line of an import');
        await pauseImport(services.db, id);
        return false;
      }),
    ),
  );
  return worked.filter(Boolean).length;
}

/** An unexpected error must not return every second. */
async function pauseImport(db: Db, id: string): Promise<void> {
  await db
    .updateTable('accountImports')
    .set({ dueAt: inSeconds(LONG_PAUSE_SECONDS), waits: true })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** One process at a time checks an import. The lock ends with the process, and the next one continues with the same line. */
const checkNextLine = (services: Needed, importId: string): Promise<boolean> =>
  sessionLocksOf(services.db).run(`import ${importId}`, async (fence) => {
    const db = services.db.withPlugin(fence);
    const open = await nextLine(db, importId);
    if (open) await checkLine({ ...services, db }, open);
  });

interface NextLine extends OpenLine {
  readonly sealedCookie: Buffer;
  readonly tries: number;
  readonly role: Role;
  readonly isOwner: boolean;
  readonly isBanned: boolean;
}

async function nextLine(db: Db, importId: string): Promise<NextLine | null> {
  const { rows } = await sql<NextLine>`
    select l.id, i.id as import_id, i.user_id, l.rate_cents, l.proxy_id, i.ip, l.sealed_cookie, l.tries, u.role, u.is_owner, u.is_banned
    from account_imports i join users u on u.id = i.user_id join account_import_lines l on l.import_id = i.id
    where i.id = ${importId} and i.state = 'running' and i.due_at <= now() and l.state = 'waiting'
    order by l.line limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Checks a line like the call that adds one account: same rights, a limit as high, same refusals. */
async function checkLine(services: Needed, line: NextLine): Promise<void> {
  const { db, vault } = services;
  const counted = await countOrWait(services, line);
  if (!counted) return;
  try {
    const cookie = vault.open(line.sealedCookie, lineContext(line.id));
    const route = await openProxyRoute(services, line.userId, line.proxyId);
    const keep = (fresh: string) => replaceCookieOfLine(db, vault, line, fresh);
    const seen = await checkCookie(services, line.userId, cookie, route, keep);
    await inTransaction(db, (tx) => addLine(tx, vault, line, seen));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'outside_failed' && line.tries + 1 < MAX_TRIES) {
      await uncountWrites(db, counted);
      const seconds = error.options.retryAfterSeconds ?? RETRY_SECONDS;
      return inTransaction(db, (tx) => keepLine(tx, line, seconds));
    }
    await inTransaction(db, (tx) => refuseLine(tx, line, error));
  }
  await inTransaction(db, (tx) =>
    postponeImport(tx, line, { seconds: PAUSE_SECONDS[services.config.mode], isUsual: true }),
  );
}

const NO_SELLER = text('You are no longer a seller.');

/**
 * Counts the line as an action of the seller. Returns the ids of the counts, none if the seller has no limit. Null: the line must
 * not be checked now, so the import waits; it has been stopped if the person may no longer sell.
 */
async function countOrWait({ db, config }: Needed, line: NextLine): Promise<number[] | null> {
  const wait = (seconds: number) => inTransaction(db, (tx) => postponeImport(tx, line, { seconds }));
  if (line.isBanned || !mayCall('seller', line)) {
    await inTransaction(db, (tx) => stopImport(tx, line.importId, NO_SELLER));
    return null;
  }
  const { maintenance_mode: maintenance, action_limit: limit } = await readSettings(db);
  if (maintenance.enabled) {
    await wait(LONG_PAUSE_SECONDS);
    return null;
  }
  if (!config.actionLimit || line.isOwner) return [];
  const perHour = { max: limit.perHour, windowSeconds: HOUR_SECONDS };
  const count = await countWrite(db, byCall('account import', line.userId, perHour));
  if ('id' in count) return [count.id];
  await wait(count.waitSeconds);
  return null;
}
