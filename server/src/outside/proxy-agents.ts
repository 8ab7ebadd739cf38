import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { OutsideError } from './http.ts';

/**
 * Makes calls through proxies with one shared agent per proxy. After a failure its tunnel may hang, so later calls get
 * a new agent and running calls finish on the old agent.
 */
export interface ProxyAgents {
  through<Answer>(proxyUrl: string, call: (agent: Dispatcher) => Promise<Answer>): Promise<Answer>;
  /** Uses a new agent, because an open tunnel does not prove that another one could be opened. */
  newConnection<Answer>(proxyUrl: string, call: (agent: Dispatcher) => Promise<Answer>): Promise<Answer>;
}

const IDLE_AFTER_MS = 5 * 60_000;

interface SharedAgent {
  readonly agent: ProxyAgent;
  calls: number;
  isRetired: boolean;
  usedAt: number;
}

/**
 * Opens the agents. An agent that is idle for some time is closed, so agents of changed or deleted proxies disappear
 * automatically.
 */
export function openProxyAgents({ connect }: AddressGuard): ProxyAgents {
  const agents = new Map<string, SharedAgent>();

  const retire = (proxyUrl: string, shared: SharedAgent): void => {
    if (agents.get(proxyUrl) === shared) agents.delete(proxyUrl);
    shared.isRetired = true;
    closeIfFree(shared);
  };

  const take = (proxyUrl: string): SharedAgent => {
    const now = performance.now();
    for (const [url, shared] of agents) {
      if (now - shared.usedAt > IDLE_AFTER_MS) retire(url, shared);
    }
    const shared = agents.get(proxyUrl) ?? {
      agent: openAgent(proxyUrl, connect),
      calls: 0,
      isRetired: false,
      usedAt: now,
    };
    agents.set(proxyUrl, shared);
    shared.usedAt = now;
    return shared;
  };

  return {
    through: async (proxyUrl, call) => {
      const shared = take(proxyUrl);
      shared.calls += 1;
      try {
        return await call(shared.agent);
      } catch (error) {
        if (error instanceof OutsideError) retire(proxyUrl, shared);
        throw error;
      } finally {
        shared.calls -= 1;
        closeIfFree(shared);
      }
    },
    newConnection: async (proxyUrl, call) => {
      const agent = openAgent(proxyUrl, connect);
      try {
        return await call(agent);
      } finally {
        void agent.destroy().catch(() => undefined);
      }
    },
  };
}

/** Destroys instead of closing: closing would wait for a tunnel that hangs. */
function closeIfFree({ agent, calls, isRetired }: SharedAgent): void {
  if (isRetired && calls === 0) void agent.destroy().catch(() => undefined);
}

/** Uses a tunnel even for plain HTTP, so that a proxy's failure differs from Roblox's answer. */
function openAgent(proxyUrl: string, connect: AddressGuard['connect']): ProxyAgent {
  return new ProxyAgent({
    uri: proxyUrl,
    proxyTunnel: true,
    headersTimeout: 0,
    bodyTimeout: 0,
    clientFactory: (origin, options) => new Pool(origin, { ...options, connect }),
  });
}
