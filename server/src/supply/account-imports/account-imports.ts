import { MAX_DEAD, MAX_DEAD_IN_A_ROW } from '@sterling/contract/account-imports.ts';
import type { Rate } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { type Db, inSeconds, newIds, type Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { addAccount, type SeenCookie } from '../roblox-accounts/roblox-accounts.ts';
import { endingOf, type WantedAccount } from './account-imports.rules.ts';
import { announce, end, finishIfDone, lockRunning } from './ending.ts';

/** The vault context of a line's cookie. */
export const lineContext = (lineId: string): string => `account-import-line ${lineId}`;

/** A line of a new import, or why it cannot be read. */
export type NewLine = { readonly line: number } & (
  | { readonly wanted: WantedAccount }
  | { readonly problem: string; readonly ending: string }
);

export interface NewImport {
  readonly lines: readonly NewLine[];
  /** For lines without their own. */
  readonly rateCents: Rate;
  readonly proxyId: string | null;
  readonly ip: string;
  /** The API token of the call; null for a session. */
  readonly credentialId: string | null;
}

/** Stores an import with sealed cookies and returns its id. Refuses with import_running while the seller has another one. */
export async function startImport(tx: Tx, vault: Vault, userId: string, given: NewImport): Promise<string> {
  const started = await tx
    .insertInto('accountImports')
    .values({ userId, ip: given.ip, credentialId: given.credentialId })
    .onConflict((conflict) => conflict.column('userId').where('state', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst();
  const { id: importId } = started ?? refuse('import_running', { hint: phrase('Wait for it or cancel it.') });
  await insertLines(tx, vault, importId, given);
  await finishIfDone(tx, importId);
  await announce(tx, importId, userId);
  return importId;
}

async function insertLines(tx: Tx, vault: Vault, importId: string, given: NewImport): Promise<void> {
  if (given.lines.length === 0) return;
  const ids = await newIds(tx, given.lines.length);
  const rows = given.lines.map(({ line, ...rest }, index) => {
    const id = ids[index]!;
    const common = { id, importId, line, rateCents: given.rateCents };
    if (!('problem' in rest)) return { ...common, ...sealedLine(vault, id, rest.wanted, given) };
    return { ...common, state: 'refused', ending: rest.ending, reason: rest.problem };
  });
  await tx.insertInto('accountImportLines').values(rows).execute();
}

const sealedLine = (vault: Vault, id: string, wanted: WantedAccount, given: NewImport) => ({
  ending: endingOf(wanted.cookie),
  sealedCookie: vault.seal(wanted.cookie, lineContext(id)),
  rateCents: wanted.rateCents ?? given.rateCents,
  proxyId: wanted.proxyId === undefined ? given.proxyId : wanted.proxyId,
});

/** A line that is being checked. */
export interface OpenLine {
  readonly id: string;
  readonly importId: string;
  readonly userId: string;
  readonly rateCents: Rate;
  readonly proxyId: string | null;
  readonly ip: string;
}

/**
 * Adds the account of a checked line, and records it in the same transaction, so that a line is never added twice. Does nothing
 * if the import has ended meanwhile. Refuses like `addAccount`.
 */
export async function addLine(tx: Tx, vault: Vault, open: OpenLine, seen: SeenCookie): Promise<void> {
  const { userId, rateCents, proxyId, ip, importId } = open;
  // the user is locked before the import, as by a deletion of the user
  await tx.selectFrom('users').where('id', '=', userId).select('id').forShare().execute();
  if (!(await lockLine(tx, open))) return;
  const accountId = await addAccount(tx, vault, userId, { seen, rateCents, proxyId, ip });
  const { username, robuxBalance: robux } = seen;
  await tx
    .updateTable('accountImportLines')
    .set({ state: 'added', sealedCookie: null, accountId, username, robux })
    .where('id', '=', open.id)
    .execute();
  await finishIfDone(tx, importId);
  await announce(tx, importId, userId);
}

/** Records why a line was refused and deletes its cookie. Several dead cookies in a row stop the import. */
export async function refuseLine(tx: Tx, open: OpenLine, refusal: Refusal): Promise<void> {
  if (!(await lockLine(tx, open))) return;
  await tx
    .updateTable('accountImportLines')
    .set({ state: 'refused', sealedCookie: null, reason: textOf(refusal), refusal: refusal.code })
    .where('id', '=', open.id)
    .execute();
  const dead = await deadCookies(tx, open.importId);
  if (dead) await end(tx, open.importId, 'stopped', dead);
  else await finishIfDone(tx, open.importId);
  await announce(tx, open.importId, open.userId);
}

const textOf = ({ message, hint }: Refusal): string => (hint ? `${message}. ${hint}` : message);

/** Stores a cookie that Roblox rotated during the check of a line, because the next check needs it. */
export async function replaceCookieOfLine(
  db: Db,
  vault: Vault,
  { id }: Pick<OpenLine, 'id'>,
  cookie: string,
): Promise<void> {
  await db
    .updateTable('accountImportLines')
    .set({ sealedCookie: vault.seal(cookie, lineContext(id)) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Keeps a line for another check, because Roblox did not answer. */
export async function keepLine(tx: Tx, open: OpenLine, seconds: number): Promise<void> {
  if (!(await lockLine(tx, open))) return;
  await tx
    .updateTable('accountImportLines')
    .set((line) => ({ tries: line('tries', '+', 1) }))
    .where('id', '=', open.id)
    .execute();
  await postponeImport(tx, open, { seconds });
}

/** Schedules the next check of an import. The seller reads until when it waits, unless it is the usual pause between two lines. */
export async function postponeImport(
  tx: Tx,
  { importId, userId }: Pick<OpenLine, 'importId' | 'userId'>,
  { seconds, isUsual = false }: { readonly seconds: number; readonly isUsual?: boolean },
): Promise<void> {
  await tx
    .updateTable('accountImports')
    .set({ dueAt: inSeconds(seconds), waits: !isUsual })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .execute();
  if (!isUsual) await announce(tx, importId, userId);
}

/** Deletes the imports of users. */
export async function forgetImportsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('accountImports').where('userId', 'in', userIds).execute();
}

/** Locks the line's import. False if the import has ended, or the line is decided. */
async function lockLine(tx: Tx, { id, importId }: OpenLine): Promise<boolean> {
  if (!(await lockRunning(tx, importId))) return false;
  const line = await tx
    .selectFrom('accountImportLines')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .select('id')
    .executeTakeFirst();
  return line !== undefined;
}

/** How many dead cookies are too many, as text. Null if there are fewer. */
async function deadCookies(tx: Tx, importId: string): Promise<string | null> {
  const { rows } = await sql<{ dead: number; inARow: number }>`
    select count(*) filter (where refusal = 'invalid_cookie')::int as dead,
      count(*) filter (where refusal = 'invalid_cookie' and place <= ${MAX_DEAD_IN_A_ROW})::int as in_a_row
    from (
      select refusal, row_number() over (order by line desc) as place from account_import_lines
      where import_id = ${importId} and (state = 'added' or refusal is not null)) latest`.execute(tx);
  const { dead, inARow } = rows[0]!;
  if (inARow === MAX_DEAD_IN_A_ROW)
    return toStore(WITH_VALUES.deadCookiesInARow, { count: MAX_DEAD_IN_A_ROW });
  return dead >= MAX_DEAD ? toStore(WITH_VALUES.deadCookies, { count: MAX_DEAD }) : null;
}
