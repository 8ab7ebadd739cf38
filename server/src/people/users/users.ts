import { type Language, text } from '@sterling/contract/texts.ts';
import type { Role } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import { forgetSharesOf } from '../../money/reserves/snapshots.ts';
import { forgetAddressesOf } from '../../money/withdrawal-addresses/withdrawal-addresses.ts';
import type { DiscordPerson } from '../../outside/discord.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { DELETED_USERNAME } from '../../platform/deleted-user.rules.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { forgetStockAlertsOf } from '../../supply/account-history/stock-alerts.ts';
import { forgetImportsOf } from '../../supply/account-imports/account-imports.ts';
import { forgetPriceRulesOf } from '../../supply/price-rules/price-rules.ts';
import { forgetProxiesOf } from '../../supply/proxies/proxies.ts';
import { forgetAccountsOf } from '../../supply/roblox-accounts/removal.ts';
import { forgetListingsOf } from '../../trade/listings/listings.ts';
import { closePreOrdersOf } from '../../trade/pre-orders/pre-orders.ts';
import { forgetAlertsOf } from '../../trade/price-alerts/price-alerts.ts';
import { forgetStandingOrdersOf } from '../../trade/standing-orders/standing-orders.ts';
import { forgetInTrades } from '../../trade/transactions/forgetting.ts';
import { recordReferral } from '../affiliate/affiliate.ts';
import { forgetCredentialsOf } from '../api-credentials/api-credentials.ts';
import { forgetFactorsOf } from '../factors/factors.ts';
import { forgetInboxesOf } from '../inbox/inbox.ts';
import { forgetDiscordWebhooksOf } from '../notifications/notifications.ts';
import { endSessionsOf, rotateSessionsOf } from '../sessions/sessions.ts';
import { forgetWebhooksOf } from '../webhooks/webhooks.ts';
import { emptyWallets, refuseSmallDeposits, refuseUnfinished } from './deletion.ts';
import { identityOf, keepIdentity, resumeIdentity } from './identities.ts';
import { followConfiguration, refuseLastOwner } from './owners.ts';

export interface SignedIn {
  readonly id: string;
  /** Whether this is the user's first sign-in. */
  readonly isNew: boolean;
  readonly language: Language;
}

/**
 * Signs a Discord user in. A new user becomes a buyer; a known user's name, avatar and email are updated. Returns null for a
 * banned user. `isNamed`: the configuration names this user as an owner; without it, only the panel's grant makes an owner.
 * `referrerCode` counts at the first sign-in only, and not after the person deleted an earlier account, whose limits for new
 * people they keep. `language` counts if they have none.
 */
export async function signInUser(
  tx: Tx,
  vault: Pick<Vault, 'hashes'>,
  person: DiscordPerson,
  given: { isNamed: boolean; referrerCode?: string | null; language?: Language },
): Promise<SignedIn | null> {
  const { isNamed, referrerCode = null, language = 'en' } = given;
  const profile = { username: person.username, avatar: person.avatar, email: person.email };
  const inserted = await tx
    .insertInto('users')
    .values({ discordId: person.id, ...profile, language })
    .onConflict((conflict) => conflict.column('discordId').doNothing())
    .returning(['id', 'isOwner', 'isOwnerGranted'])
    .executeTakeFirst();
  if (inserted) {
    await followConfiguration(tx, inserted, isNamed);
    const isKnown = await resumeIdentity(tx, inserted.id, identityOf(vault, person.id));
    if (referrerCode !== null && !isKnown) await recordReferral(tx, inserted.id, referrerCode);
    return { id: inserted.id, isNew: true, language };
  }
  const known = await tx
    .selectFrom('users')
    .where('discordId', '=', person.id)
    .select(['id', 'isBanned', 'isOwner', 'isOwnerGranted', 'language'])
    .forUpdate()
    .executeTakeFirst();
  // the account was deleted while this waited for its lock
  if (!known) return signInUser(tx, vault, person, given);
  if (known.isBanned) return null;
  const kept = (known.language as Language | null) ?? language;
  await tx
    .updateTable('users')
    .set({ ...profile, language: kept })
    .where('id', '=', known.id)
    .execute();
  await followConfiguration(tx, known, isNamed);
  return { id: known.id, isNew: false, language: kept };
}

/**
 * Switches the user's own role to buyer or seller, after which every session of the user needs a new token. Refuses other
 * roles with unauthorized.
 */
export async function switchRole(tx: Tx, userId: string, role: string): Promise<void> {
  if (role !== 'buyer' && role !== 'seller') refuse('unauthorized');
  await tx
    .updateTable('users')
    .set({ role: role satisfies Role })
    .where('id', '=', userId)
    .execute();
  await rotateSessionsOf(tx, userId);
  await notify(tx, 'users', userId);
}

/** Chooses the language of a user's notifications. It follows them to the browsers in which they sign in. */
export async function chooseLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/**
 * Deletes a user: sessions, personal data and sealed secrets are deleted immediately. Only the id stays for the ledger, and
 * a keyed hash of the Discord id for the limits of new users. `forfeit` gives the money to the house. Deposits below the
 * minimum are in no wallet, so their coins stay with the treasury.
 * Refuses with account_in_use while the user has money, open orders or deposits below the minimum, or is paused as a seller;
 * with owner_protected if they are the last owner; and with unauthorized if they were banned meanwhile.
 */
export async function deleteUser(
  tx: Tx,
  vault: Pick<Vault, 'hashes'>,
  userId: string,
  { forfeit }: { forfeit: boolean },
): Promise<void> {
  const { discordId, isBanned, isOwner } = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['discordId', 'isBanned', 'isOwner'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  // the row of a banned user keeps the ban
  if (isBanned) refuse('unauthorized');
  if (isOwner) await refuseLastOwner(tx, userId);
  await refuseUnfinished(tx, userId, forfeit);
  if (!forfeit) await refuseSmallDeposits(tx, userId);
  await emptyWallets(tx, userId);
  if (discordId !== null) await keepIdentity(tx, userId, identityOf(vault, discordId));
  await forgetPeople(tx, [userId]);
}

/** Deletes everything about some users except the ids that ledger and trades refer to. Callers must settle the users' money first. */
export async function forgetPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await endSessionsOf(tx, userIds);
  await forgetBelongings(tx, userIds);
  await tx.deleteFrom('accountExclusions').where('userId', 'in', userIds).execute();
  await tx
    .updateTable('users')
    .set({
      discordId: null,
      affiliateCode: null,
      username: DELETED_USERNAME,
      deletedAt: sql<Date>`now()`,
      isOwner: false,
      isOwnerGranted: false,
      isVerified: false,
      isBanned: false,
      role: 'buyer',
    })
    .where('id', 'in', userIds)
    .execute();
}

/** Deletes what belongs to users. Records of money, orders and trades stay. */
export async function forgetBelongings(tx: Tx, userIds: readonly string[]): Promise<void> {
  await forgetPriceRulesOf(tx, userIds);
  await forgetAccountsOf(tx, userIds);
  await forgetStockAlertsOf(tx, userIds);
  await forgetImportsOf(tx, userIds);
  await forgetProxiesOf(tx, userIds);
  await forgetListingsOf(tx, userIds);
  await forgetDiscordWebhooksOf(tx, userIds);
  await forgetWebhooksOf(tx, userIds);
  await forgetAlertsOf(tx, userIds);
  await forgetStandingOrdersOf(tx, userIds);
  await forgetInTrades(tx, userIds);
  await forgetInboxesOf(tx, userIds);
  await forgetFactorsOf(tx, userIds);
  await forgetCredentialsOf(tx, userIds);
  await forgetAddressesOf(tx, userIds);
  await forgetSharesOf(tx, userIds);
  await tx.deleteFrom('knownDevices').where('userId', 'in', userIds).execute();
  await tx.deleteFrom('idempotencyKeys').where('userId', 'in', userIds).execute();
  // late, because every buyer's pre-orders wait for its lock
  await closePreOrdersOf(tx, userIds, text('The account was deleted'));
  await tx
    .updateTable('users')
    .set({ avatar: null, email: null, language: null })
    .where('id', 'in', userIds)
    .execute();
}
