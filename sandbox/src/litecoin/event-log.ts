import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockRecord, StoredMweb } from './block.ts';

/** One change of the node's state. Each is one line, so that a kill cannot leave half a change. */
export type LogEvent =
  | { kind: 'blocks'; blocks: BlockRecord[] }
  | { kind: 'transaction'; hex: string; timeSeconds: number }
  | { kind: 'mweb'; mweb: StoredMweb; timeSeconds: number }
  | { kind: 'branch'; forkHeight: number; blocks: BlockRecord[]; drop: string[]; branches: number };

export type EventLog = { append(event: LogEvent): void; close(): void };

/** Opens the log in the directory, removes an incomplete last line, and replays the others. */
export function openEventLog(directory: string, replay: (event: LogEvent) => void): EventLog {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'events.jsonl');
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const length = content.lastIndexOf('\n') + 1;
  const file = openSync(path, 'a');
  ftruncateSync(file, length);
  for (const line of content.toString('utf8', 0, length).split('\n'))
    if (line) replay(JSON.parse(line) as LogEvent);
  return {
    append: (event) => writeAll(file, Buffer.from(`${JSON.stringify(event)}\n`)),
    close: () => closeSync(file),
  };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
