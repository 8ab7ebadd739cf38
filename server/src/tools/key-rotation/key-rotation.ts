import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { resealSeedFile } from '../../money/litecoin/seed-file.ts';
import { secretContext } from '../../people/factors/factors.ts';
import { webhookContext } from '../../people/notifications/notifications.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addKey, openVault, type Vault } from '../../platform/vault/vault.ts';
import { passwordContext } from '../../supply/proxies/proxy-route.ts';
import { cookieContext as accountContext } from '../../supply/roblox-accounts/session.ts';
import { cookieContext as orderContext } from '../../trade/orders/placing/place.ts';

/** Tables with sealed secrets. A test compares the list with the schema. */
export const SEALED = ['robloxAccounts', 'orderCookies', 'notifications', 'proxies', 'factors'] as const;
export type SealedTable = (typeof SEALED)[number];

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
  return {
    robloxAccounts: await resealTable(db, vault, 'robloxAccounts'),
    orderCookies: await resealTable(db, vault, 'orderCookies'),
    notifications: await resealTable(db, vault, 'notifications'),
    proxies: await resealTable(db, vault, 'proxies'),
    factors: await resealTable(db, vault, 'factors'),
  };
}

const PAGE_SIZE = 100;

/** Reseals one secret at a time. A row is replaced only if its secret has not changed since, and locks last one statement. */
async function resealTable(db: Db, vault: Vault, table: SealedTable): Promise<Resealed> {
  const { page, replace, context } = columnOf(db, table);
  const unreadable: string[] = [];
  let resealed = 0;
  let after: string | null = null;
  for (;;) {
    const rows: SealedRow[] = await page(after);
    for (const row of rows) {
      const fresh = reseal(vault, row, context(row.id));
      if (fresh === 'unreadable') unreadable.push(row.id);
      else if (fresh && (await replace(row, fresh))) resealed += 1;
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

interface SealedColumn {
  readonly context: (id: string) => string;
  /** The next page of rows after an id. */
  page(after: string | null): Promise<SealedRow[]>;
  /** Answers false when the secret has changed in the meantime. */
  replace(row: SealedRow, fresh: Buffer): Promise<boolean>;
}

/** Typed access to the sealed column of a table. The column names differ between tables. */
function columnOf(db: Db, table: SealedTable): SealedColumn {
  if (table === 'robloxAccounts') return accountCookies(db);
  if (table === 'orderCookies') return buyerCookies(db);
  if (table === 'factors') return totpSecrets(db);
  return table === 'proxies' ? proxyPasswords(db) : webhooks(db);
}

const accountCookies = (db: Db): SealedColumn => ({
  context: accountContext,
  page: async (after) => {
    const rows = await db
      .selectFrom('robloxAccounts')
      .where('sealedCookie', 'is not', null)
      .$if(after !== null, (query) => query.where('id', '>', after!))
      .select(['id', 'sealedCookie as sealed'])
      .$narrowType<{ sealed: Buffer }>()
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    return rows;
  },
  replace: async ({ id, sealed }, fresh) => {
    const { numUpdatedRows } = await db
      .updateTable('robloxAccounts')
      .set({ sealedCookie: fresh })
      .where('id', '=', id)
      .where('sealedCookie', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});

const buyerCookies = (db: Db): SealedColumn => ({
  context: orderContext,
  page: (after) =>
    db
      .selectFrom('orderCookies')
      .$if(after !== null, (query) => query.where('orderId', '>', after!))
      .select(['orderId as id', 'sealedCookie as sealed'])
      .orderBy('orderId')
      .limit(PAGE_SIZE)
      .execute(),
  replace: async ({ id, sealed }, fresh) => {
    const { numUpdatedRows } = await db
      .updateTable('orderCookies')
      .set({ sealedCookie: fresh })
      .where('orderId', '=', id)
      .where('sealedCookie', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});

const webhooks = (db: Db): SealedColumn => ({
  context: webhookContext,
  page: (after) =>
    db
      .selectFrom('notifications')
      .$if(after !== null, (query) => query.where('userId', '>', after!))
      .select(['userId as id', 'sealedWebhook as sealed'])
      .orderBy('userId')
      .limit(PAGE_SIZE)
      .execute(),
  replace: async ({ id, sealed }, fresh) => {
    const { numUpdatedRows } = await db
      .updateTable('notifications')
      .set({ sealedWebhook: fresh })
      .where('userId', '=', id)
      .where('sealedWebhook', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});

const proxyPasswords = (db: Db): SealedColumn => ({
  context: passwordContext,
  page: (after) =>
    db
      .selectFrom('proxies')
      .where('sealedPassword', 'is not', null)
      .$if(after !== null, (query) => query.where('id', '>', after!))
      .select(['id', 'sealedPassword as sealed'])
      .$narrowType<{ sealed: Buffer }>()
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute(),
  replace: async ({ id, sealed }, fresh) => {
    const { numUpdatedRows } = await db
      .updateTable('proxies')
      .set({ sealedPassword: fresh })
      .where('id', '=', id)
      .where('sealedPassword', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});

const totpSecrets = (db: Db): SealedColumn => ({
  context: secretContext,
  page: (after) =>
    db
      .selectFrom('factors')
      .where('sealedSecret', 'is not', null)
      .$if(after !== null, (query) => query.where('id', '>', after!))
      .select(['id', 'sealedSecret as sealed'])
      .$narrowType<{ sealed: Buffer }>()
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute(),
  replace: async ({ id, sealed }, fresh) => {
    const { numUpdatedRows } = await db
      .updateTable('factors')
      .set({ sealedSecret: fresh })
      .where('id', '=', id)
      .where('sealedSecret', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});
