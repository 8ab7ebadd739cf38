import { LiveTopic } from '@sterling/contract/events.ts';
import { ANNOUNCED, type Announced, type Announcer, unpacked } from '../db/announcer.ts';
import { openListener } from '../db/listener.ts';

/**
 * What can change while someone looks, what pages are told of first: channels of announcements and of the functions and
 * triggers of the database.
 */
export const TOPICS = [...LiveTopic.options, 'sessions', 'prices'] as const;
export type Topic = (typeof TOPICS)[number];

export interface Change {
  readonly topic: Topic;
  readonly id: string | null;
  readonly state: string | null;
  /** Whom it is about; empty: nobody in particular. */
  readonly people: readonly string[];
}

export interface Watcher {
  changed(change: Change): void;
  /** Changes of any kind may have been missed. */
  missed(): void;
}

/** Everything that changes, in this process and in the others on the same database. */
export interface Changes {
  watch(watcher: Watcher): void;
  isConnected(): boolean;
}

/** Opens the process's one listening connection; `close` ends it. */
export async function openChanges(
  url: string,
  announcer: Announcer,
): Promise<{ changes: Changes; close(): Promise<void> }> {
  const watchers = new Set<Watcher>();
  const tell = (news: Announced) => {
    const change = readChange(news);
    if (change) for (const watcher of watchers) watcher.changed(change);
  };
  announcer.watch(tell);
  const listener = await openListener(url, [ANNOUNCED, ...TOPICS], {
    heard: (channel, payload) => {
      const news = channel === ANNOUNCED ? unpacked(payload, announcer.name) : [{ channel, payload }];
      for (const each of news) tell(each);
    },
    missed: () => {
      for (const watcher of watchers) watcher.missed();
    },
  });
  return {
    changes: { watch: (watcher) => void watchers.add(watcher), isConnected: listener.isConnected },
    close: listener.close,
  };
}

/** The ids that a payload may carry. */
interface Payload {
  readonly id?: string;
  readonly orderId?: string;
  readonly preOrderId?: string;
  readonly transactionId?: string;
  readonly state?: string;
  readonly userId?: string;
  readonly buyerId?: string;
  readonly sellerId?: string;
}

/** What was said on a channel: ids as JSON, or the one id alone. Null for a channel that is no topic. */
export function readChange({ channel, payload }: Announced): Change | null {
  const topic = TOPICS.find((known) => known === channel);
  if (!topic) return null;
  if (!payload.startsWith('{')) {
    const isPerson = topic === 'wallet' || topic === 'users';
    return { topic, id: isPerson ? null : payload, state: null, people: isPerson ? [payload] : [] };
  }
  const said = JSON.parse(payload) as Payload;
  return {
    topic,
    id: said.id ?? said.orderId ?? said.preOrderId ?? said.transactionId ?? null,
    state: said.state ?? null,
    people: [said.userId, said.buyerId, said.sellerId].filter((id) => id !== undefined),
  };
}
