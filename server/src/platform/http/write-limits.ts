import { WRITES_PER_MINUTE, WRITES_PER_MINUTE_TOGETHER } from '@sterling/contract/api-credentials.ts';
import type { Endpoint } from '@sterling/contract/endpoint.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { FastifyReply } from 'fastify';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { minutes, seconds } from '../formats.rules.ts';
import {
  byCredential,
  byCredentialsOf,
  byNetwork,
  byPerson,
  bySession,
  countWrite,
  uncountWrites,
  type WriteLimit,
} from '../limits/limits.ts';
import { showLeft } from './rate-limit-headers.ts';

interface WriteOrigin {
  readonly endpoint: Pick<Endpoint, 'protects'>;
  readonly caller: CurrentUser | null;
  readonly ip: string;
  /** False when the sandbox runs with ACTION_LIMIT=off. */
  readonly limitsActions: boolean;
  readonly reply: FastifyReply;
}

/**
 * Counts a write for its network and its user. A write that protects the user counts only for its session, because a thief may share
 * both. A write with an API credential counts for its network, the credential and all credentials of its user. Refuses with
 * too_many_requests and the seconds to wait. Owners are exempt, except with a credential. Returns ids for `uncountWrites`.
 */
export async function countOrRefuse(
  db: Db,
  settings: Pick<Settings, 'action_limit' | 'writes_per_ip'>,
  { endpoint, caller, ip, limitsActions, reply }: WriteOrigin,
): Promise<number[]> {
  if (caller?.isOwner) return [];
  const { perHour } = settings.action_limit;
  const { perMinute } = settings.writes_per_ip;
  const counted: number[] = [];
  if (perMinute !== null && !endpoint.protects) counted.push(await count(db, byNetwork(ip, perMinute), []));
  if (caller?.credential) {
    const { sessionId, id } = caller;
    const limits = [
      byCredential(sessionId, WRITES_PER_MINUTE),
      byCredentialsOf(id, WRITES_PER_MINUTE_TOGETHER),
    ];
    let tightest = Number.POSITIVE_INFINITY;
    for (const limit of limits)
      counted.push(
        await count(db, limit, counted, (remaining, seconds) => {
          tightest = Math.min(tightest, remaining);
          showLeft(reply, { name: 'writes', remaining: tightest, seconds });
        }),
      );
  } else if (caller && limitsActions) {
    const { id, sessionId } = caller;
    const limit = endpoint.protects ? bySession(sessionId, perHour) : byPerson(id, perHour);
    counted.push(await count(db, limit, counted));
  }
  return counted;
}

async function count(
  db: Db,
  limit: WriteLimit,
  before: readonly number[],
  show?: (remaining: number, seconds: number) => void,
): Promise<number> {
  const counted = await countWrite(db, limit);
  if ('id' in counted) {
    show?.(counted.remaining, limit.windowSeconds);
    return counted.id;
  }
  show?.(0, counted.waitSeconds);
  await uncountWrites(db, before);
  const { waitSeconds } = counted;
  const values = { most: limit.max, wait: () => inWords(waitSeconds) };
  return refuse('too_many_requests', {
    hint:
      limit.windowSeconds === 60
        ? phrase('Limit: {most} actions a minute. Try again in {wait}.', values)
        : phrase('Limit: {most} actions an hour. Try again in {wait}.', values),
    retryAfterSeconds: waitSeconds,
  });
}

const inWords = (wait: number): string => (wait < 90 ? seconds(wait) : minutes(Math.ceil(wait / 60)));
