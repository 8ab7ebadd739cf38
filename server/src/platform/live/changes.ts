import { LiveTopic } from '@sterling/contract/events.ts';
import { type Announcer, type DbEvent, SHARED_CHANNEL, unpack } from '../db/announcer.ts';
import { openListener } from '../db/listener.ts';

/**
 * Topics of change events. Each is also the PostgreSQL channel on which SQL functions and triggers notify.
 * The topics of `LiveTopic` reach open pages.
 */
export const TOPICS = [...LiveTopic.options, 'prices'] as const;
export type Topic = (typeof TOPICS)[number];

export interface Change {
  readonly topic: Topic;
  readonly id: string | null;
  readonly state: string | null;
  /** Ids of the users whom the change concerns; empty when it concerns no particular user. */
  readonly people: readonly string[];
}

export interface Watcher {
  changed(change: Change): void;
  /** Changes of any topic may have been lost. */
  missed(): void;
}

/** Changes made by this process and by all others on the same database. */
export interface Changes {
  watch(watcher: Watcher): void;
  isConnected(): boolean;
}

/** Opens the listening connection of this process. `close` ends it. */
export async function openChanges(
  url: string,
  announcer: Announcer,
): Promise<{ changes: Changes; close(): Promise<void> }> {
  const watchers = new Set<Watcher>();
  const publish = (event: DbEvent) => {
    const change = readChange(event);
    if (change) for (const watcher of watchers) watcher.changed(change);
  };
  announcer.subscribe(publish);
  const listener = await openListener(url, [SHARED_CHANNEL, ...TOPICS], {
    onNotification: (channel, payload) => {
      const events = channel === SHARED_CHANNEL ? unpack(payload, announcer.name) : [{ channel, payload }];
      for (const event of events) publish(event);
    },
    onGap: () => {
      for (const watcher of watchers) watcher.missed();
    },
  });
  return {
    changes: { watch: (watcher) => void watchers.add(watcher), isConnected: listener.isConnected },
    close: listener.close,
  };
}

/** The fields that a JSON payload may have. */
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

/** Reads an event whose payload is JSON or a single id. Null for a channel that is not a topic. */
export function readChange({ channel, payload }: DbEvent): Change | null {
  const topic = TOPICS.find((known) => known === channel);
  if (!topic) return null;
  if (!payload.startsWith('{')) {
    const isPerson = topic === 'wallet' || topic === 'users';
    return { topic, id: isPerson ? null : payload, state: null, people: isPerson ? [payload] : [] };
  }
  const ids = JSON.parse(payload) as Payload;
  return {
    topic,
    id: ids.id ?? ids.orderId ?? ids.preOrderId ?? ids.transactionId ?? null,
    state: ids.state ?? null,
    people: [ids.userId, ids.buyerId, ids.sellerId].filter((id) => id !== undefined),
  };
}
