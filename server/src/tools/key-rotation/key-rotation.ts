import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { resealSeedFile } from '../../money/litecoin/seed-file.ts';
import { secretContext } from '../../people/factors/factors.ts';
import { webhookContext } from '../../people/notifications/notifications.ts';
import { signingContext } from '../../people/webhooks/secrets.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addKey, openVault, type Vault } from '../../platform/vault/vault.ts';
import { lineContext } from '../../supply/account-imports/account-imports.ts';
import { passwordContext } from '../../supply/proxies/proxy-route.ts';
import { orderCookieContext } from '../../supply/roblox-accounts/order-cookies.ts';
import { accountCookieContext } from '../../supply/roblox-accounts/session.ts';

interface SealedColumn {
  /** The column of the row's id, a UUID. */
  readonly id: string;
  readonly secret: string;
  readonly context: (id: string) => string;
}

/** Where sealed secrets stand, by table. A test compares it with the schema. */
const COLUMNS = {
  robloxAccounts: { id: 'id', secret: 'sealedCookie', context: accountCookieContext },
  accountImportLines: { id: 'id', secret: 'sealedCookie', context: lineContext },
  orderCookies: { id: 'orderId', secret: 'sealedCookie', context: orderCookieContext },
  notifications: { id: 'userId', secret: 'sealedWebhook', context: webhookContext },
  formerWebhooks: { id: 'userId', secret: 'sealedWebhook', context: webhookContext },
  proxies: { id: 'id', secret: 'sealedPassword', context: passwordContext },
  factors: { id: 'id', secret: 'sealedSecret', context: secretContext },
  webhookSecrets: { id: 'id', secret: 'sealedSecret', context: signingContext },
} as const satisfies Readonly<Record<string, SealedColumn>>;

export type SealedTable = keyof typeof COLUMNS;
export const SEALED = Object.keys(COLUMNS) as readonly SealedTable[];

export interface Resealed {
  readonly resealed: number;
  /** Ids of rows whose secret the vault cannot open. These rows stay unchanged. */
  readonly unreadable: readonly string[];
}

export interface Rotation {
  /** Number of the new key. */
  readonly key: number;
  readonly tables: Readonly<Record<SealedTable, Resealed>>;
  /** Whether the seed was resealed by a new signer key; false on a machine without the seed. */
  readonly seedFile: boolean;
}

/** After this time, secrets that were sealed by the old key just before its replacement are committed. */
const SETTLE_MS = 3_000;

/**
 * Adds a key to the vault's file (and to the signer's file on the machine with the seed) and reseals every secret while other
 * processes continue to run. Repeats until a round finds nothing to reseal. A killed rotation can simply run again.
 */
export async function rotateKeys(
  db: Db,
  { vaultFile, signing }: Pick<Config['keys'], 'vaultFile' | 'signing'>,
  settleMs = SETTLE_MS,
): Promise<Rotation> {
  const key = addKey(vaultFile);
  const vault = openVault(vaultFile, { create: false });
  const seedFile = signing !== null && rotateSeedKey(signing);
  const tables = await resealTables(db, vault);
  for (;;) {
    await sleep(settleMs);
    const again = await resealTables(db, vault);
    for (const table of SEALED) {
      const { unreadable, resealed } = again[table];
      tables[table] = { resealed: tables[table].resealed + resealed, unreadable };
    }
    if (SEALED.every((table) => again[table].resealed === 0)) return { key, tables, seedFile };
  }
}

/** Adds a key to the signer's file and reseals the seed. The signer's machine has nothing else to rotate. */
export function rotateSeedKey({ keyFile, seedFile }: NonNullable<Config['keys']['signing']>): boolean {
  addKey(keyFile);
  return resealSeedFile(seedFile, openVault(keyFile, { create: false }));
}

async function resealTables(db: Db, vault: Vault): Promise<Record<SealedTable, Resealed>> {
  const tables = {} as Record<SealedTable, Resealed>;
  for (const table of SEALED) tables[table] = await resealTable(db, vault, table);
  return tables;
}

const PAGE_SIZE = 100;

/** Reseals one secret at a time. A row is replaced only if its secret has not changed since, and locks last one statement. */
async function resealTable(db: Db, vault: Vault, table: SealedTable): Promise<Resealed> {
  const { context } = COLUMNS[table];
  const unreadable: string[] = [];
  let resealed = 0;
  let after: string | null = null;
  for (;;) {
    const rows: SealedRow[] = await readPage(db, table, after);
    for (const row of rows) {
      const fresh = reseal(vault, row, context(row.id));
      if (fresh === 'unreadable') unreadable.push(row.id);
      else if (fresh && (await replace(db, table, row, fresh))) resealed += 1;
    }
    if (rows.length < PAGE_SIZE) return { resealed, unreadable };
    after = rows.at(-1)!.id;
  }
}

/** The resealed secret; null when the newest key has sealed it already. */
function reseal(vault: Vault, { sealed }: SealedRow, context: string): Buffer | null | 'unreadable' {
  try {
    return vault.isCurrent(sealed) ? null : vault.seal(vault.open(sealed, context), context);
  } catch {
    return 'unreadable';
  }
}

interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

/** The next secrets of a table after a row's id; null: the first ones. */
async function readPage(db: Db, table: SealedTable, after: string | null): Promise<SealedRow[]> {
  const [id, secret] = [sql.ref(COLUMNS[table].id), sql.ref(COLUMNS[table].secret)];
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${secret} as sealed from ${sql.table(table)}
    where ${secret} is not null and (${after}::uuid is null or ${id} > ${after}::uuid)
    order by ${id} limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Replaces a secret. Returns false when it has changed in the meantime. */
async function replace(db: Db, table: SealedTable, row: SealedRow, fresh: Buffer): Promise<boolean> {
  const [id, secret] = [sql.ref(COLUMNS[table].id), sql.ref(COLUMNS[table].secret)];
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${secret} = ${fresh} where ${id} = ${row.id} and ${secret} = ${row.sealed}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
