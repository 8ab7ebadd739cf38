import type { TestDatabase } from './database.ts';

let people = 0;
let accounts = 0;

/** Inserts a user without money and returns their id. */
export async function insertPerson({ asOwner }: TestDatabase, { isBanned = false } = {}): Promise<string> {
  people += 1;
  const values = [`stock-${people}`, `person ${people}`, isBanned];
  const { rows } = await asOwner(
    'insert into users (discord_id, username, is_banned) values ($1, $2, $3) returning id',
    values,
  );
  return rows[0].id;
}

export interface Stocked {
  readonly owner: string;
  readonly rateCents: number;
  readonly robux: number;
  readonly reserved?: number;
  readonly status?: string;
  readonly isActive?: boolean;
  readonly fulfilment?: 'auto' | 'manual';
  readonly lastUsedAt?: Date | null;
}

/** Inserts an account with stock and returns its id. Its cookie is fake. */
export async function insertAccount({ asOwner }: TestDatabase, stock: Stocked): Promise<string> {
  accounts += 1;
  const { owner, rateCents, robux, reserved = 0, status = 'online', isActive = true } = stock;
  const { fulfilment = 'auto', lastUsedAt = null } = stock;
  const { rows } = await asOwner(
    `insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, reserved_robux, rate_cents, status,
      is_active, fulfilment, last_used_at, sealed_cookie, ownership_confirmed_at, ownership_ip, ownership_statement)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'x', now(), '127.0.0.1', 'test') returning id`,
    [
      owner,
      20_000_000_000 + accounts,
      `stock_${accounts}`,
      robux,
      reserved,
      rateCents,
      status,
      isActive,
      fulfilment,
      lastUsedAt,
    ],
  );
  return rows[0].id;
}
