import { randomBytes } from 'node:crypto';
import { OLD_SECRET_HOURS } from '@sterling/contract/webhooks.ts';
import { sql } from 'kysely';
import { Webhook as Signer } from 'standardwebhooks';
import { newId, type Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';

const SECRET_BYTES = 32;
/** Old secrets that still sign. Without a limit, repeated rotations would make the header long. */
const MAX_OLD = 2;

/** The vault context of a secret. */
export const signingContext = (secretId: string): string => `webhook secret ${secretId}`;

/** Creates a new secret for an endpoint and returns it. The old secret also signs for 24 hours. */
export async function replaceSecret(tx: Tx, vault: Vault, endpointId: string): Promise<string> {
  await sql`
    delete from webhook_secrets where endpoint_id = ${endpointId} and id not in (
      select id from webhook_secrets where endpoint_id = ${endpointId} order by id desc limit ${MAX_OLD})`.execute(
    tx,
  );
  await tx
    .updateTable('webhookSecrets')
    .set({ endsAt: sql<Date>`now() + make_interval(hours => ${OLD_SECRET_HOURS})` })
    .where('endpointId', '=', endpointId)
    .where('endsAt', 'is', null)
    .execute();
  const id = await newId(tx);
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealedSecret = vault.seal(secret, signingContext(id));
  await tx.insertInto('webhookSecrets').values({ id, endpointId, sealedSecret }).execute();
  return secret;
}

export interface SealedSecret {
  readonly id: string;
  readonly sealedSecret: Buffer;
}

/** The secrets that sign now, the newest first. */
export const signingSecrets = (tx: Tx, endpointId: string): Promise<SealedSecret[]> =>
  tx
    .selectFrom('webhookSecrets')
    .where('endpointId', '=', endpointId)
    .where((is) => is.or([is('endsAt', 'is', null), is('endsAt', '>', sql<Date>`now()`)]))
    .select(['id', 'sealedSecret'])
    .orderBy('id', 'desc')
    .execute();

/** The headers of Standard Webhooks, with one signature for each secret. */
export function signedHeaders(
  vault: Vault,
  secrets: readonly SealedSecret[],
  { eventId, at, body }: { eventId: string; at: Date; body: string },
): Record<string, string> {
  const signatures = secrets.map(({ id, sealedSecret }) =>
    new Signer(vault.open(sealedSecret, signingContext(id))).sign(eventId, at, body),
  );
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
