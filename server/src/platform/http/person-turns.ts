import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { FastifyReply } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Config } from '../../config.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';

/** Calls of a person that run at the same time in this process. */
const MAX_RUNNING = 12;
/** Calls of a person that may wait for their turn. */
const MAX_WAITING = 100;

/** Runs a few calls of each person at a time, so that one person cannot take database and processor from everyone else. */
export interface PersonTurns {
  /**
   * Runs a call when it is its turn. The turn ends with the answer; if that is a file, when the file has been read. An event stream
   * needs no turn. Neither does a call that protects: someone with a stolen session could otherwise keep the owner's calls waiting.
   * Refuses with too_many_requests if too many calls wait.
   */
  run<Answer>(call: PersonCall, work: () => Promise<Answer>): Promise<Answer>;
}

interface PersonCall {
  readonly endpoint: Pick<Endpoint, 'stream' | 'protects'>;
  readonly caller: Pick<CurrentUser, 'id'>;
  readonly reply: FastifyReply;
}

/** Without `actionLimit`, as in load tests, all calls run immediately. */
export function openPersonTurns({ actionLimit }: Pick<Config, 'actionLimit'>): PersonTurns {
  const byPerson = new Map<string, LimitFunction>();
  return {
    async run<Answer>({ endpoint, caller, reply }: PersonCall, work: () => Promise<Answer>) {
      if (!actionLimit || endpoint.stream || endpoint.protects) return work();
      const turns = byPerson.get(caller.id) ?? pLimit(MAX_RUNNING);
      if (turns.pendingCount >= MAX_WAITING)
        refuse('too_many_requests', {
          hint: phrase('Please wait for your last requests.'),
          retryAfterSeconds: 1,
        });
      byPerson.set(caller.id, turns);
      const answer = Promise.withResolvers<Answer>();
      const ended = turns(async () => {
        // a handler may also throw before it returns a promise
        const result = (async () => work())();
        answer.resolve(result);
        await result.catch(() => undefined);
        if (reply.sent) await endOf(reply);
      });
      void ended.then(() => {
        if (turns.activeCount + turns.pendingCount === 0) byPerson.delete(caller.id);
      });
      return answer.promise;
    },
  };
}

/** Resolves when a file has been read to its end, or its reader has left. */
async function endOf({ raw }: FastifyReply): Promise<void> {
  if (raw.writableFinished || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    raw.once('finish', resolve);
    raw.once('close', resolve);
  });
}
