import { buildConnector } from 'undici';
import type { GuardParts } from '../src/outside/address-guard.ts';

/** The internet as tests have it: names and public addresses that lead to this machine, and no packet that leaves it. */
export interface TestInternet {
  /** What the resolver answers for a name; none without an entry. */
  readonly names: Map<string, readonly string[]>;
  /** The port of this machine that a public address leads to, whatever port is asked for; refused without an entry. */
  readonly doors: Map<string, number>;
  /** Every name that was asked for. */
  readonly asked: string[];
  readonly parts: Required<GuardParts>;
}

const SANDBOX_HOST = '127.0.0.1';

export function openTestInternet(): TestInternet {
  const names: TestInternet['names'] = new Map();
  const doors: TestInternet['doors'] = new Map();
  const asked: string[] = [];
  const connect = buildConnector({ timeout: 5_000 });
  const resolve = async (name: string) => {
    asked.push(name);
    return [...(names.get(name) ?? [])];
  };
  const dial: buildConnector.connector = (options, callback) => {
    const door = doors.get(options.hostname);
    if (door !== undefined) connect({ ...options, hostname: SANDBOX_HOST, port: String(door) }, callback);
    else if (options.hostname === SANDBOX_HOST) connect(options, callback);
    else callback(new Error(`connect ECONNREFUSED ${options.hostname}`), null);
  };
  return { names, doors, asked, parts: { resolve, dial } };
}
