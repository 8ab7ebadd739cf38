import { createHash, randomBytes } from 'node:crypto';
import { deviceOf } from '@sterling/contract/device.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addNews } from '../inbox/inbox.ts';

/** The cookie by which a browser is known again. It gives no access. */
export const DEVICE_COOKIE = 'sterling-device';
const KEPT_DAYS = 400;
export const DEVICE_SECONDS = KEPT_DAYS * 86_400;

const MAX_LENGTH = 100;

/** The device of a request's cookie, or a new one. */
export const deviceIn = (cookie: string | undefined): string =>
  cookie && cookie.length <= MAX_LENGTH ? cookie : randomBytes(24).toString('base64url');

/**
 * Records that a person signed in with a device, and tells them if they have used others and not this one. The first device of a
 * person is never news.
 */
export async function noteDevice(
  tx: Tx,
  userId: string,
  device: string,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): Promise<void> {
  const hash = createHash('sha256').update(device).digest();
  const { rows } = await sql<{ isNew: boolean; hasOthers: boolean }>`
    with others as materialized (select exists (select from known_devices where user_id = ${userId}) as any)
    insert into known_devices as d (user_id, hash) select ${userId}, ${hash} from others
    on conflict (user_id, hash) do update set seen_at = now()
    returning d.created_at = now() as is_new, (select "any" from others) as has_others`.execute(tx);
  const { isNew, hasOthers } = rows[0]!;
  if (isNew && hasOthers) {
    await addNews(tx, userId, { code: 'new_device', device: deviceOf(userAgent), ip });
  }
}

/** Deletes devices whose cookie has expired. */
export async function deleteOldDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('knownDevices')
    .where('seenAt', '<', sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`)
    .execute();
}
