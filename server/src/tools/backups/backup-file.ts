import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openSealed } from './sealing.ts';

/**
 * A backup is gzipped text with one item per line: the header; for each table its name and columns, its rows in PostgreSQL's
 * text format and a line `\.`; and the end with the sequences. A file without the end is incomplete.
 */
export interface BackupHeader {
  readonly format: 'sterling backup 1';
  readonly at: string;
  /** Applied migrations, in order. */
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

/** A part of a backup that is no row, as a line of JSON. */
export const lineOf = (value: BackupHeader | TableHead | BackupEnd): string => `${JSON.stringify(value)}\n`;

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The column list of a COPY statement, in the order of the row's values. */
export const columnList = ({ columns }: TableHead): string => columns.map(quoted).join(', ');

const NEWLINE = 0x0a;

/** Lines of a backup file without line ends. A row is always one line, because the text format escapes line breaks. */
export async function* linesOf(path: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of textOf(path, identities)) {
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
      yield text.subarray(from, end);
      from = end + 1;
    }
    rest = text.subarray(from);
  }
  if (rest.length > 0) yield rest;
}

/** The text of a backup file. Every error names the file. */
async function* textOf(path: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const content = await openSealed(path, identities).catch((error: Error & { code?: string }) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${path}.`);
    throw new Error(`The backup ${path} cannot be opened: ${error.message}.`, { cause: error });
  });
  // the loop below gets every error, because it destroys the last stream
  pipeline(content, gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const reason = `${(error as Error).message}. It was cut or changed, or is no backup.`;
    throw new Error(`The backup ${path} cannot be read to its end: ${reason}`, { cause: error });
  }
}
