import { once } from 'node:events';
import { connect } from 'node:net';
import type { Called } from './app.ts';

/** A call whose headers were sent and whose body is still missing. */
export interface HeldCall {
  /** Sends the body and returns what the server says. */
  finish(): Promise<Pick<Called, 'status' | 'body'>>;
  /** Everything that the server has sent so far. */
  received(): string;
  /** Resolves when the server has closed the connection. */
  closed: Promise<unknown>;
  end(): void;
}

interface Held {
  readonly method?: string;
  readonly path: string;
  readonly cookie: string;
  readonly body: object;
}

/** Begins a call on a socket of its own: all headers and the first byte of the body. */
export async function holdCall(
  origin: string,
  { method = 'POST', path, cookie, body }: Held,
): Promise<HeldCall> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const payload = JSON.stringify(body);
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => (received += text));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\ncookie: ${cookie}\r\nconnection: close\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload[0]}`,
  );
  return {
    closed,
    received: () => received,
    end: () => socket.destroy(),
    finish: async () => {
      socket.write(payload.slice(1));
      await closed;
      const [head, text] = received.split('\r\n\r\n');
      return { status: Number(head!.split(' ')[1]), body: JSON.parse(text!) };
    },
  };
}
