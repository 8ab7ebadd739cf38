import type { LiveEvent } from '@sterling/contract/events.ts';
import type { Caller } from './app.ts';

/** An open page: a connection to `GET /api/events`. */
export interface EventPage {
  readonly status: number;
  readonly headers: Headers;
  /** Received events, in order. */
  readonly received: LiveEvent[];
  readonly text: () => string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens the event stream of a user on the server at `origin`. */
export async function openEventPage({ cookie }: Pick<Caller, 'cookie'>, origin: string): Promise<EventPage> {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: leaving.signal });
  const received: LiveEvent[] = [];
  let text = '';
  const read = async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      for (const [, data] of part.matchAll(/^data: (.*)$/gm)) received.push(...JSON.parse(data!));
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    received,
    text: () => text,
    ended: read().catch(() => undefined),
    leave: () => leaving.abort(),
  };
}
