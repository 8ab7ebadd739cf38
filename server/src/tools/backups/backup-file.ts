import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/**
 * A backup is gzipped text, a line each: the header; for each table its name and columns, its rows in PostgreSQL's own
 * text format and a line `\.`; the end with the sequences, without which a file is not whole.
 */
export interface BackupHeader {
  readonly format: 'sterling backup 1';
  readonly at: string;
  /** What had been applied, in order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface SequenceState {
  readonly sequence: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export interface BackupEnd {
  readonly sequences: readonly SequenceState[];
  readonly tables: number;
  readonly rows: number;
}

export const END_OF_ROWS = '\\.';

export const lineOf = (value: BackupHeader | TableHead | BackupEnd): string => `${JSON.stringify(value)}\n`;

/** A table or column as SQL names it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The columns of a copy's statement, in the order of its rows. */
export const columnList = ({ columns }: TableHead): string => columns.map(quoted).join(', ');

const NEWLINE = 0x0a;

/** Lines of a backup file without their ends. Rows hold no raw line break: the text format escapes them. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    const text = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
      yield text.subarray(from, end);
      from = end + 1;
    }
    rest = text.subarray(from);
  }
  if (rest.length > 0) yield rest;
}
