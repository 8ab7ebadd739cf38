import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../platform/make-folder.ts';
import { syncFolder } from '../../platform/vault/private-file.ts';
import { naming, StartError } from '../../start-error.ts';
import type { GapEnd } from '../litecoin/address-gaps.ts';

const SignedEntry = z.object({
  kind: z.enum(['withdrawal', 'sweep', 'child', 'cancel']),
  /** Id of the withdrawal or sweep. For a child or a cancel, see `attemptId`. */
  id: z.string(),
  txid: z.string(),
  hex: z.string(),
  fee: z.int(),
  at: z.iso.datetime(),
  /** The payee of a withdrawal, and the cents that it costs them. */
  userId: z.optional(z.string()),
  cents: z.optional(z.int()),
  /** The txid of the payment that a cancel replaces. */
  instead: z.optional(z.string()),
});
export type SignedEntry = z.output<typeof SignedEntry>;
export type SignedKind = SignedEntry['kind'];

const GapEndLine: z.ZodType<GapEnd> = z.object({
  account: z.enum(['deposit', 'hot']),
  branch: z.int(),
  last: z.int(),
});

const Line = z.union([
  SignedEntry,
  z.object({ kind: z.literal('opened'), at: z.iso.datetime() }),
  z.object({ kind: z.literal('skipped'), ends: z.array(GapEndLine), at: z.iso.datetime() }),
  z.object({ kind: z.literal('compared'), restoreId: z.string(), at: z.iso.datetime() }),
]);
type Line = z.output<typeof Line>;

/** An entry without its bytes, as kept in memory. */
export type SignedName = Pick<SignedEntry, 'kind' | 'id' | 'txid' | 'instead'>;

/**
 * What the signer has signed, in a file outside the database and its backups. A restored database can forget a payment,
 * and the journal cannot. Processes may share the file: each reads what the others append.
 */
export interface Journal {
  /** The time of its first line; null while it is empty. */
  openedAt(): Date | null;
  /** Writes the first line. Does nothing when there is one. */
  open(at: Date): void;
  find(kind: SignedKind, id: string): SignedEntry | null;
  has(txid: string): boolean;
  /** Everything that was signed since the last comparison, oldest first. */
  sinceCompared(): SignedName[];
  /** As `sinceCompared`, and everything that was signed since `at`; all of it without `at`. */
  since(at: Date | null): SignedName[];
  hasCompared(restoreId: string): boolean;
  lastCompared(): string | null;
  /**
   * Stores a signature durably. It must return before the signature is committed. Does nothing for a stored one. Throws when
   * the id has another transaction.
   */
  append(entry: SignedEntry): void;
  appendCompared(restoreId: string, at: Date): void;
  /** Where the gaps of restored databases end, as far as it was noted. */
  gapEnds(): GapEnd[];
  appendSkipped(ends: readonly GapEnd[], at: Date): void;
  close(): void;
}

const NEWLINE = 0x0a;
const CHUNK_BYTES = 64 * 1024;
const DELETED = 'it was deleted or replaced while the signer ran. Restart the signer';
/** How every line begins: `kind` is the first field. */
const START_OF_LINE = '{"kind":"';

/**
 * Opens the journal and creates the file if there is none. Ignores lines that a crash cut off. Throws for any other line that it
 * cannot read, and for a file that is no journal.
 */
export function openJournal(file: string): Journal {
  makeFolder(dirname(file), 0o700);
  const handle = openSync(file, 'a+', 0o600);
  syncFolder(dirname(file));
  refuseOtherFile(handle);
  const index = openIndex();
  let read = 0;

  /** Reads complete lines that were appended since the last call. */
  const refresh = () => {
    read = readLines(handle, read, index.add);
  };
  const write = (line: Line) => {
    // after an incomplete line of a crashed process, the new line starts on its own
    const { size, nlink } = fstatSync(handle);
    const isCut = size > read;
    // writeSync would return after a part of the line when the disk is nearly full
    naming(`SIGNER_JOURNAL_FILE ${file}`, () => {
      if (nlink === 0) throw new StartError(DELETED);
      writeFileSync(handle, `${isCut ? '\n' : ''}${JSON.stringify(line)}\n`);
      fsyncSync(handle);
    });
    refresh();
  };
  const current = () => {
    refresh();
    return index;
  };
  const find = (kind: SignedKind, id: string): SignedEntry | null => {
    const place = current().place(kind, id);
    if (!place) return null;
    const line = Buffer.alloc(place.bytes);
    readSync(handle, line, 0, place.bytes, place.from);
    return SignedEntry.parse(JSON.parse(line.toString()));
  };
  refresh();
  return {
    find,
    close: () => closeSync(handle),
    openedAt: () => current().openedAt,
    open: (at) => {
      if (!current().openedAt) write({ kind: 'opened', at: at.toISOString() });
    },
    has: (txid) => current().txids.has(txid),
    sinceCompared: () => [...current().sinceCompared],
    since: (at) => current().since(at),
    hasCompared: (restoreId) => current().compared.has(restoreId),
    lastCompared: () => [...current().compared].at(-1) ?? null,
    append: (entry) => {
      if (!find(entry.kind, entry.id)) write(entry);
      // another process may have written its line meanwhile, and the first line counts
      const { txid } = find(entry.kind, entry.id)!;
      if (txid !== entry.txid) throw new Error(`${entry.kind} ${entry.id} was signed before, as ${txid}`);
    },
    gapEnds: () => [...current().gapEnds.values()],
    appendSkipped: (ends, at) => write({ kind: 'skipped', ends: [...ends], at: at.toISOString() }),
    appendCompared: (restoreId, at) => write({ kind: 'compared', restoreId, at: at.toISOString() }),
  };
}

/** Appending to a file that is no journal would destroy it, such as the only key of the seed. */
function refuseOtherFile(handle: number): void {
  const first = Buffer.alloc(START_OF_LINE.length);
  const start = first.toString('utf8', 0, readSync(handle, first, 0, first.length, 0)).split('\n')[0]!;
  if (START_OF_LINE.startsWith(start)) return;
  closeSync(handle);
  throw new StartError('this file is not a journal of the signer');
}

/** Reads complete lines from an offset. Returns where the next line starts. */
function readLines(handle: number, from: number, add: (line: Line | null, place: Place) => void): number {
  let read = from;
  let rest = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const bytes = readSync(handle, chunk, 0, CHUNK_BYTES, read + rest.length);
    if (bytes === 0) return read;
    rest = Buffer.concat([rest, chunk.subarray(0, bytes)]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      add(parse(rest.subarray(0, end)), { from: read, bytes: end });
      read += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
}

/**
 * Null for a line that a crash cut off: its signature was never committed. Throws for a complete line that is no entry, because a newer
 * version may have written what was signed.
 */
function parse(line: Buffer): Line | null {
  let written: unknown;
  try {
    written = JSON.parse(line.toString());
  } catch {
    return null;
  }
  const { data, success } = Line.safeParse(written);
  if (!success) throw new Error(`this version cannot read the line ${line.toString().slice(0, 60)}…`);
  return data;
}

interface Place {
  readonly from: number;
  readonly bytes: number;
}

/** The journal without its bytes. */
function openIndex() {
  const places = new Map<string, Place>();
  const index = {
    openedAt: null as Date | null,
    txids: new Set<string>(),
    compared: new Set<string>(),
    sinceCompared: [] as SignedName[],
    signed: [] as { readonly name: SignedName; readonly at: string }[],
    gapEnds: new Map<string, GapEnd>(),
    since(at: Date | null): SignedName[] {
      const isSince = (each: { readonly at: string }) => at === null || new Date(each.at) >= at;
      const first = index.signed.findIndex(isSince);
      const notCompared = index.signed.length - index.sinceCompared.length;
      return index.signed
        .slice(first < 0 ? notCompared : Math.min(first, notCompared))
        .map(({ name }) => name);
    },
    place: (kind: SignedKind, id: string) => places.get(`${kind} ${id}`),
    add(line: Line | null, place: Place): void {
      if (!line) return;
      index.openedAt ??= new Date(line.at);
      if (line.kind === 'opened') return;
      if (line.kind === 'skipped') {
        for (const end of line.ends) {
          const name = `${end.account} ${end.branch}`;
          if (end.last > (index.gapEnds.get(name)?.last ?? 0)) index.gapEnds.set(name, end);
        }
        return;
      }
      if (line.kind === 'compared') {
        index.compared.add(line.restoreId);
        index.sinceCompared = [];
        return;
      }
      const { kind, id, txid, instead } = line;
      // a second line of an id was never committed, because its process saw the first one (append)
      if (places.has(`${kind} ${id}`)) return;
      places.set(`${kind} ${id}`, place);
      index.txids.add(txid);
      const name = { kind, id, txid, ...(instead && { instead }) };
      index.sinceCompared.push(name);
      index.signed.push({ name, at: line.at });
    },
  };
  return index;
}
