import { phrase, t } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { newIds, type Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { MAX_PROXIES, type WantedProxy } from './proxies.rules.ts';
import { passwordContext } from './proxy-route.ts';

export interface ProxyCheck {
  /** Why Roblox could not be reached through the proxy. Null if it could. */
  readonly problem: string | null;
}

/** Adds a checked proxy and returns its id. Refuses with proxy_exists if the seller has a proxy with this host, port and username. */
export async function addProxy(
  tx: Tx,
  vault: Vault,
  userId: string,
  wanted: WantedProxy,
  check: ProxyCheck,
): Promise<string> {
  await lockOwner(tx, userId);
  const [added] = await insertProxies(tx, vault, userId, [wanted]);
  const id = added ?? refuse('proxy_exists');
  await refuseTooMany(tx, userId, 1);
  await recordProxyCheck(tx, id, check);
  return id;
}

/**
 * Adds proxies that the seller does not have yet; the worker checks them. Returns for each whether it was added. Refuses
 * with invalid_input if the seller would have too many.
 */
export async function addProxies(
  tx: Tx,
  vault: Vault,
  userId: string,
  wanted: readonly WantedProxy[],
): Promise<boolean[]> {
  await lockOwner(tx, userId);
  const ids = await insertProxies(tx, vault, userId, wanted);
  const added = ids.map((id) => id !== null);
  await refuseTooMany(tx, userId, added.filter(Boolean).length);
  return added;
}

/** Records the result of a check and schedules the next one: in about 2 minutes if accounts use the proxy, otherwise in about 20. */
export async function recordProxyCheck(tx: Tx, proxyId: string, { problem }: ProxyCheck): Promise<void> {
  await tx
    .updateTable('proxies')
    .set({
      status: problem === null ? 'active' : 'failing',
      statusReason: problem,
      checkedAt: sql<Date>`now()`,
      checkDueAt: sql<Date>`now() + (0.9 + random() * 0.2) * case
        when exists (select from roblox_accounts a where a.proxy_id = proxies.id) then interval '2 minutes'
        else interval '20 minutes' end`,
    })
    .where('id', '=', proxyId)
    .execute();
}

/** Deletes a person's proxy. Refuses with proxy_not_found, and with proxy_in_use while accounts use it. */
export async function removeProxy(tx: Tx, userId: string, proxyId: string): Promise<void> {
  const proxy = await tx
    .selectFrom('proxies')
    .where('id', '=', proxyId)
    .where('userId', '=', userId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!proxy) refuse('proxy_not_found');
  const accounts = await tx
    .selectFrom('robloxAccounts')
    .where('proxyId', '=', proxyId)
    .select('username')
    .orderBy(sql`lower(username)`)
    .execute();
  if (accounts.length > 0)
    refuse('proxy_in_use', { hint: phrase('Used by {accounts}.', { accounts: () => named(accounts) }) });
  await tx.deleteFrom('proxies').where('id', '=', proxyId).execute();
}

/** Locks a person's proxy for an account that will use it, and schedules a check. Refuses with invalid_proxy if it is not theirs. */
export async function lockOwnProxy(tx: Tx, userId: string, proxyId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('proxies')
    .set({ checkDueAt: sql<Date>`now()` })
    .where('id', '=', proxyId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('invalid_proxy', { hint: phrase("This proxy isn't in your list.") });
}

/** Deletes the proxies of these people. A proxy with accounts is deleted when its last account is removed. */
export async function forgetProxiesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('proxies')
    .where('userId', 'in', userIds)
    .where(sql<boolean>`not exists (select from roblox_accounts a where a.proxy_id = proxies.id)`)
    .execute();
  await tx.updateTable('proxies').set({ removalDue: true }).where('userId', 'in', userIds).execute();
}

/**
 * Locks the person, so that concurrent calls cannot exceed the limit together. Refuses with authentication_required if the person was
 * deleted or banned meanwhile.
 */
async function lockOwner(tx: Tx, userId: string): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where('isBanned', '=', false)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!owner) refuse('authentication_required');
}

/** Refuses with invalid_input if a person has too many proxies, with those that were `added` now. */
async function refuseTooMany(tx: Tx, userId: string, added: number): Promise<void> {
  const { count } = await tx
    .selectFrom('proxies')
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= MAX_PROXIES) return;
  refuse('invalid_input', {
    hint: phrase('You can have at most {most} proxies, and you have {count}.', {
      most: MAX_PROXIES,
      count: count - added,
    }),
  });
}

/** The ids of the added proxies, in their order. Null stands for a proxy that the person had before. */
async function insertProxies(
  tx: Tx,
  vault: Vault,
  userId: string,
  wanted: readonly WantedProxy[],
): Promise<(string | null)[]> {
  if (wanted.length === 0) return [];
  const ids = await newIds(tx, wanted.length);
  const rows = wanted.map(({ password, ...proxy }, index) => {
    const id = ids[index]!;
    const sealedPassword = password === null ? null : vault.seal(password, passwordContext(id));
    return { id, userId, ...proxy, sealedPassword };
  });
  const inserted = await tx
    .insertInto('proxies')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'host', 'port', 'username']).doNothing())
    .returning('id')
    .execute();
  const added = new Set(inserted.map(({ id }) => id));
  return ids.map((id) => (added.has(id) ? id : null));
}

const MAX_NAMES = 5;

function named(accounts: readonly { readonly username: string }[]): string {
  const names = accounts.slice(0, MAX_NAMES).map(({ username }) => username);
  const others = accounts.length - names.length;
  return others > 0
    ? t('{names} and {count} more', { names: names.join(', '), count: others })
    : names.join(', ');
}
