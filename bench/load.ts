import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
  /** Sends the ETag of its last answer, as a browser does. */
  readonly sendsEtag?: boolean;
}

export interface Loaded {
  readonly perSecond: number;
  /** The number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Repeats one request on this many connections, without pauses. Plain sockets keep the caller's own cost low. */
export async function load({
  port,
  path,
  headers,
  connections,
  ms,
  sendsEtag = false,
}: Load): Promise<Loaded> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const requestWith = (more: readonly string[]) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\n${[...lines, ...more].join('\r\n')}\r\n\r\n`);
  const statuses = new Map<number, number>();
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)));
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const begun = performance.now();
  for (const socket of sockets) {
    socket.on('error', failed.reject);
    socket.on('close', () => failed.reject(new Error('the server closed a connection')));
    let request = requestWith([]);
    onAnswers(socket, (status, head) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (sendsEtag && status === 200) request = requestWith([`if-none-match: ${ETAG.exec(head)![1]}`]);
      socket.write(request);
    });
    socket.write(request);
  }
  try {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), failed.promise]);
    const seconds = (performance.now() - begun) / 1000;
    const count = [...statuses.values()].reduce((sum, each) => sum + each, 0);
    return { perSecond: count / seconds, statuses: new Map(statuses) };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

export function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
const ETAG = /\r\netag: (\S+)/i;
const STATUS_AT = 'HTTP/1.1 '.length;

/** Calls back for each complete answer. */
export function onAnswers(socket: Socket, answered: (status: number, head: string) => void): void {
  let missing = 0;
  let head = '';
  let unread: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length;
    } else {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      const end = unread.indexOf(END_OF_HEAD);
      if (end < 0) return;
      head = unread.toString('latin1', 0, end);
      missing = lengthOf(unread, end) - (unread.length - end - END_OF_HEAD.length);
      unread = Buffer.alloc(0);
    }
    if (missing === 0) answered(Number(head.slice(STATUS_AT, STATUS_AT + 3)), head);
  });
}

/** The content-length of an answer. It must be cheap: the caller shares the processor with the server. */
function lengthOf(answer: Buffer, end: number): number {
  const at = answer.indexOf(LENGTH);
  return at < 0 || at > end
    ? 0
    : Number.parseInt(answer.toString('latin1', at + LENGTH.length, at + LENGTH.length + 10), 10);
}
