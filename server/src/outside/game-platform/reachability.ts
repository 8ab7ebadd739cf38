import { text } from '@sterling/contract/texts.ts';
import { ForbiddenHost, ForbiddenPort, UnknownHost } from '../address-guard.ts';
import { GameTrouble } from '../game-platform.ts';
import { OutsideError } from '../http.ts';
import type { Caller } from './call.ts';

const TIMEOUT_MS = 5_000;

/**
 * Makes a public call through a proxy. Any answer of Roblox means success. Returns null, or the reason of the failure
 * for the proxy's owner.
 */
export async function tryProxy({ exchange }: Caller, proxyUrl: string): Promise<string | null> {
  try {
    const asked = { host: 'users', path: '/v1/users/1', timeoutMs: TIMEOUT_MS } as const;
    await exchange({ ...asked, route: { proxyUrl }, newConnection: true });
    return null;
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return reasonOf(error.cause);
  }
}

/** Whether Roblox answers a public call that goes directly. */
export async function isAnswering({ exchange }: Caller): Promise<boolean> {
  try {
    const { status } = await exchange({ host: 'users', path: '/v1/users/1', timeoutMs: TIMEOUT_MS });
    return status < 500;
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return false;
  }
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof OutsideError ? failure.cause : failure;
  if (cause instanceof ForbiddenHost) return text("Private addresses aren't allowed.");
  if (cause instanceof ForbiddenPort) return text('This port belongs to another kind of service.');
  if (cause instanceof UnknownHost) return text('The hostname has no address.');
  if (/Proxy response \(407\)/.test(String(cause)))
    return text('The proxy rejected the username and password.');
  if (/Proxy response \(\d+\)/.test(String(cause))) return text('The proxy refused to connect to Roblox.');
  return text('No response.');
}
