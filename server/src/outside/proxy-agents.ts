import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { OutsideError } from './http.ts';

/**
 * Make a call through a proxy, with the one agent that all share who go through it. A tunnel that failed may hang for
 * good: anyone who comes next gets a new agent, and who is in progress comes to their end.
 */
export interface ProxyAgents {
  through<Answer>(proxyUrl: string, call: (agent: Dispatcher) => Promise<Answer>): Promise<Answer>;
  /** With an agent of its own: a tunnel that stands says nothing of whether another could be opened. */
  anew<Answer>(proxyUrl: string, call: (agent: Dispatcher) => Promise<Answer>): Promise<Answer>;
}

const IDLE_AFTER_MS = 5 * 60_000;

interface Kept {
  readonly agent: ProxyAgent;
  calls: number;
  isRetired: boolean;
  usedAt: number;
}

/** A proxy that was changed or deleted, in whatever process, is not asked for any longer: its agent is closed as idle. */
export function openProxyAgents({ connect }: AddressGuard): ProxyAgents {
  const kept = new Map<string, Kept>();

  const retire = (proxyUrl: string, one: Kept): void => {
    if (kept.get(proxyUrl) === one) kept.delete(proxyUrl);
    one.isRetired = true;
    closeIfFree(one);
  };

  const take = (proxyUrl: string): Kept => {
    const now = Date.now();
    for (const [url, one] of kept) {
      if (now - one.usedAt > IDLE_AFTER_MS) retire(url, one);
    }
    const one = kept.get(proxyUrl) ?? {
      agent: openAgent(proxyUrl, connect),
      calls: 0,
      isRetired: false,
      usedAt: now,
    };
    kept.set(proxyUrl, one);
    one.usedAt = now;
    return one;
  };

  return {
    through: async (proxyUrl, call) => {
      const one = take(proxyUrl);
      one.calls += 1;
      try {
        return await call(one.agent);
      } catch (error) {
        if (error instanceof OutsideError) retire(proxyUrl, one);
        throw error;
      } finally {
        one.calls -= 1;
        closeIfFree(one);
      }
    },
    anew: async (proxyUrl, call) => {
      const agent = openAgent(proxyUrl, connect);
      try {
        return await call(agent);
      } finally {
        void agent.destroy().catch(() => undefined);
      }
    },
  };
}

/** Not politely: a tunnel that hangs would be waited for. */
function closeIfFree({ agent, calls, isRetired }: Kept): void {
  if (isRetired && calls === 0) void agent.destroy().catch(() => undefined);
}

/** Through a tunnel for plain HTTP too, so that a broken proxy is told from the platform's answer. */
function openAgent(proxyUrl: string, connect: AddressGuard['connect']): ProxyAgent {
  return new ProxyAgent({
    uri: proxyUrl,
    proxyTunnel: true,
    headersTimeout: 0,
    bodyTimeout: 0,
    clientFactory: (origin, options) => new Pool(origin, { ...options, connect }),
  });
}
