import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { byCall, countWrite } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import { openPersonTurns } from './person-turns.ts';

/** Calls to one endpoint that a person, and a network, may have in progress in this process. */
const MAX_AT_ONCE = { person: 4, network: 40 };
/** A network may make this many times the calls of a person. */
const PEOPLE_PER_NETWORK = 5;
const MINUTE_SECONDS = 60;

interface Origin {
  readonly caller: CurrentUser;
  readonly ip: string;
  readonly reply: FastifyReply;
}

/** Runs the calls of each person in turn (person-turns.ts), and an expensive one (`perMinute` in the contract) within the limits of its person and network. */
export interface CallLimits {
  /** Refuses with too_many_requests. */
  run<Answer>(endpoint: Endpoint, origin: Origin, work: () => Promise<Answer>): Promise<Answer>;
}

export function openCallLimits(db: Db, config: Pick<Config, 'actionLimit'>): CallLimits {
  const turns = openPersonTurns(config);
  const runLookup = limitLookups(db, config);
  return {
    run: (endpoint, origin, work) =>
      turns.run({ endpoint, ...origin }, () =>
        endpoint.perMinute === undefined ? work() : runLookup(endpoint, endpoint.perMinute, origin, work),
      ),
  };
}

function limitLookups(db: Db, { actionLimit }: Pick<Config, 'actionLimit'>) {
  const inProgress = openGauge();
  return async <Answer>(
    { method, path }: Endpoint,
    perMinute: number,
    { caller, ip }: Origin,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const call = `${method} ${path}`;
    const [person, network] = [caller.id, networkOf(ip)];
    const counted = [
      { who: `${call} by ${person}`, max: MAX_AT_ONCE.person },
      { who: `${call} by ${network}`, max: MAX_AT_ONCE.network },
    ];
    // counted in memory first, so that a burst does not wait for connections
    const leave = inProgress.enter(counted);
    if (!leave)
      refuse('too_many_requests', {
        hint: phrase('Please wait for your last request.'),
        retryAfterSeconds: 1,
      });
    try {
      if (actionLimit && !caller.isOwner) {
        await countCall(db, call, person, perMinute);
        await countCall(db, call, network, perMinute * PEOPLE_PER_NETWORK);
      }
      return await work();
    } finally {
      leave();
    }
  };
}

async function countCall(db: Db, call: string, caller: string, max: number): Promise<void> {
  const counted = await countWrite(db, byCall(call, caller, { max, windowSeconds: MINUTE_SECONDS }));
  if ('waitSeconds' in counted) refuse('too_many_requests', { retryAfterSeconds: counted.waitSeconds });
}

/** Counts calls in progress by caller. */
function openGauge() {
  const counts = new Map<string, number>();
  const countOf = (who: string) => counts.get(who) ?? 0;
  return {
    /** Returns how to leave, or null if one of them has the maximum already. */
    enter(counted: readonly { readonly who: string; readonly max: number }[]): (() => void) | null {
      if (counted.some(({ who, max }) => countOf(who) >= max)) return null;
      for (const { who } of counted) counts.set(who, countOf(who) + 1);
      return () => {
        for (const { who } of counted) {
          if (countOf(who) > 1) counts.set(who, countOf(who) - 1);
          else counts.delete(who);
        }
      };
    },
  };
}
