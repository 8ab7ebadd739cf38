import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ClientBase, Connection, Submittable } from 'pg';

/** What pg's connection can do beyond what its types say. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

/** What pg's client calls on a query while it is at work. */
interface CopyQuery extends Submittable {
  handleCopyData?(message: { readonly chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse?(connection: CopyConnection): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** Runs `copy … to stdout` into a sink, no faster than the sink takes it; answers how many rows there were. */
export function copyOut(client: ClientBase, statement: string, sink: Writable): Promise<number> {
  return runCopy(client, statement, {
    handleCopyData: ({ chunk }, { stream }) => {
      // a sink that broke says so by itself; the rest of the answer goes nowhere
      if (sink.destroyed) return;
      // a copy, for the protocol's parser writes the next rows over its buffer while the sink still holds this one
      if (sink.write(Buffer.from(chunk)) || stream.isPaused()) return;
      stream.pause();
      for (const event of ['drain', 'close']) sink.once(event, () => stream.resume());
    },
  });
}

/** Runs `copy … from stdin` with rows as the source gives them; answers how many there were. */
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
    // the server answers with an error of its own, which ends the copy
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
