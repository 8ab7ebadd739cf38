import { randomBytes } from 'node:crypto';
import { type ApiCredential, MAX_CREDENTIALS, TOKEN_PREFIX } from '@sterling/contract/api-credentials.ts';
import type { ApiScope } from '@sterling/contract/endpoint.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { stopImportsOf } from '../../supply/account-imports/ending.ts';
import { lockOwn, type Person } from '../factors/factors.ts';
import { addNews } from '../inbox/inbox.ts';
import { hashToken } from '../sessions/sessions.reads.ts';
import { SHOWN, shownCredential } from './api-credentials.reads.ts';
import { networkIn } from './networks.rules.ts';

interface NewCredential {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly networks?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | null | undefined;
}

/**
 * Creates a credential, tells the person, and returns the token, of which only the hash is stored. Refuses with
 * step_up_required, api_factor_required, too_many_credentials, invalid_network, and invalid_input for an expiry in the past.
 */
export async function createCredential(
  tx: Tx,
  owner: Person,
  { name, scopes, networks = [], expiresAt = null }: NewCredential,
): Promise<{ credential: ApiCredential; token: string }> {
  const { now } = await checkMayCreate(tx, owner);
  if (expiresAt !== null && new Date(expiresAt) <= now)
    refuse('invalid_input', { details: { expiresAt: text('must be in the future') } });
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const row = await tx
    .insertInto('apiCredentials')
    .values({
      userId: owner.id,
      name,
      tokenHash: hashToken(token),
      scopes: [...scopes],
      networks: [...new Set(networks.map(readNetwork))],
      expiresAt,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  const credential = shownCredential(row);
  await record(tx, {
    actorId: owner.id,
    action: 'api_credentials.created',
    subjectId: credential.id,
    // the audit log is kept for good, and networks may be the person's own
    after: { name, scopes, isLimited: credential.networks.length > 0, expiresAt },
  });
  await addNews(tx, owner.id, { code: 'api_credential_created', name, scopes });
  return { credential, token };
}

/** Locks the user, so that concurrent calls cannot exceed the limit. */
async function checkMayCreate(tx: Tx, owner: Person): Promise<{ now: Date }> {
  const factors = await lockOwn(tx, owner);
  if (factors.count === 0) refuse('api_factor_required', { hint: FACTOR_HINT });
  const { count } = await tx
    .selectFrom('apiCredentials')
    .where('userId', '=', owner.id)
    .where('revokedAt', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_CREDENTIALS)
    refuse('too_many_credentials', { hint: phrase('Revoke one that you no longer use.') });
  return factors;
}

export const FACTOR_HINT = phrase(
  'Set up a passkey or an authenticator app under Security and data in your account menu.',
);

const readNetwork = (given: string): string =>
  networkIn(given) ??
  refuse('invalid_network', {
    message: phrase('Invalid network: {network}', { network: given }),
    hint: phrase('Enter an address or a network in CIDR notation, such as 203.0.113.0/24.'),
  });

const TOKEN_REVOKED = text('The API token that started this import was revoked');

/** Revokes an own credential, stops the import that it started, and tells the person. Calls in progress end first. Refuses with not_found. */
export async function revokeCredential(tx: Tx, userId: string, id: string): Promise<void> {
  const revoked = await tx
    .updateTable('apiCredentials')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!revoked) return refuse('not_found');
  const { name } = revoked;
  await stopImportsOf(tx, userId, TOKEN_REVOKED, id);
  await record(tx, { actorId: userId, action: 'api_credentials.revoked', subjectId: id });
  await addNews(tx, userId, { code: 'api_credential_revoked', name });
}

/** Deletes the credentials of users. */
export async function forgetCredentialsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('apiCredentials').where('userId', 'in', userIds).execute();
}

/** Records that a credential is in use. It skips a row that another call has locked, so that no call waits. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await sql`
    update api_credentials set last_used_at = now() where id = (
      select id from api_credentials where id = ${id} for no key update skip locked)`.execute(db);
}

const KEPT_DAYS = 90;

/** Deletes credentials that were revoked more than 90 days ago. */
export async function deleteRevokedCredentials(db: Db): Promise<void> {
  await sql`delete from api_credentials where revoked_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
}
