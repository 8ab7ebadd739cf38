import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ClientBase, Connection, Submittable } from 'pg';

/** Methods of pg's connection that its types lack. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

/** Callbacks that pg's client calls while a query runs. */
interface CopyQuery extends Submittable {
  handleCopyData?(message: { readonly chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse?(connection: CopyConnection): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** Events of a full sink after which its source goes on. */
const RESUMES = ['drain', 'close'] as const;

/** Runs `copy … to stdout` into a sink with back pressure. Returns the number of rows. */
export function copyOut(client: ClientBase, statement: string, sink: Writable): Promise<number> {
  return runCopy(client, statement, {
    handleCopyData: ({ chunk }, { stream }) => {
      // a broken sink reports its own error; the remaining rows are discarded
      if (sink.destroyed) return;
      // pg reuses its buffer for the next rows while the sink may still hold this chunk, so the chunk is copied
      if (sink.write(Buffer.from(chunk)) || stream.isPaused()) return;
      stream.pause();
      const resume = () => {
        for (const event of RESUMES) sink.off(event, resume);
        stream.resume();
      };
      for (const event of RESUMES) sink.once(event, resume);
    },
  });
}

/** Runs `copy … from stdin` with the rows of a source. Returns the number of rows. */
export function copyIn(
  client: ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  return runCopy(client, statement, {
    handleCopyInResponse: (connection) => void send(connection, source),
  });
}

async function send(connection: CopyConnection, source: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of source) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  } catch (error) {
    // the server replies with an error, which rejects the promise
    connection.sendCopyFail((error as Error).message);
  }
}

function runCopy(
  client: ClientBase,
  statement: string,
  handlers: Pick<CopyQuery, 'handleCopyData' | 'handleCopyInResponse'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    const query: CopyQuery = {
      ...handlers,
      submit: (connection) => connection.query(statement),
      handleCommandComplete: ({ text }) => {
        rows = Number(text.split(' ')[1]);
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(rows),
    };
    client.query(query);
  });
}
