import { buildConnector } from 'undici';
import type { GuardParts } from '../src/outside/address-guard.ts';
import { CERTIFICATE } from './receiver-certificate.ts';

/** A fake internet: host names and public addresses that lead to this machine. No packet leaves it. */
export interface TestInternet {
  /** Host name → addresses. Names without an entry do not resolve. */
  readonly names: Map<string, readonly string[]>;
  /** Public address → local port, whatever port is requested. Connections to other addresses are refused. */
  readonly localPorts: Map<string, number>;
  /** All names that were resolved. */
  readonly resolved: string[];
  readonly parts: Required<Pick<GuardParts, 'resolve' | 'dial'>>;
}

const SANDBOX_HOST = '127.0.0.1';

export function openTestInternet(): TestInternet {
  const names: TestInternet['names'] = new Map();
  const localPorts: TestInternet['localPorts'] = new Map();
  const resolved: string[] = [];
  const connect = buildConnector({ timeout: 5_000, ca: CERTIFICATE });
  const resolve = async (name: string) => {
    resolved.push(name);
    return [...(names.get(name) ?? [])];
  };
  const dial: buildConnector.connector = (options, callback) => {
    const port = localPorts.get(options.hostname);
    if (port !== undefined) connect({ ...options, hostname: SANDBOX_HOST, port: String(port) }, callback);
    else if (options.hostname === SANDBOX_HOST) connect(options, callback);
    else callback(new Error(`connect ECONNREFUSED ${options.hostname}`), null);
  };
  return { names, localPorts, resolved, parts: { resolve, dial } };
}
