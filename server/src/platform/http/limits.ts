import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Settings } from '../../people/settings/settings.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { byNetwork, byPerson, countWrite, uncountWrites, type Writer } from '../limits/limits.ts';

interface WriteOrigin {
  readonly visitor: CurrentUser | null;
  readonly ip: string;
  /** False when the sandbox runs with ACTION_LIMIT=off. */
  readonly limitsActions: boolean;
}

/**
 * Counts a write for its user and its network. Refuses with too_many_requests and the seconds to wait. Owners are exempt.
 * Answers ids for `uncountWrites`.
 */
export async function countOrRefuse(
  db: Db,
  settings: Pick<Settings, 'action_limit' | 'writes_per_ip'>,
  { visitor, ip, limitsActions }: WriteOrigin,
): Promise<number[]> {
  if (visitor?.isOwner) return [];
  const { perHour } = settings.action_limit;
  const { perMinute } = settings.writes_per_ip;
  const counted: number[] = [];
  if (perMinute !== null) counted.push(await count(db, byNetwork(ip, perMinute), []));
  if (visitor && limitsActions) counted.push(await count(db, byPerson(visitor.id, perHour), counted));
  return counted;
}

async function count(db: Db, writer: Writer, before: readonly number[]): Promise<number> {
  const counted = await countWrite(db, writer);
  if ('id' in counted) return counted.id;
  await uncountWrites(db, before);
  const period = writer.windowSeconds === 60 ? 'a minute' : 'an hour';
  return refuse('too_many_requests', {
    hint: `Limit: ${writer.most} actions ${period}. Try again in ${inWords(counted.waitSeconds)}.`,
    retryAfterSeconds: counted.waitSeconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
