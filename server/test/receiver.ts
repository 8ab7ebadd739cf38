import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { CERTIFICATE, CERTIFICATE_KEY } from './receiver-certificate.ts';

export interface ReceivedEvent {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, event: ReceivedEvent) => void;

/** A person's receiver: a real HTTPS server on this machine. */
export interface Receiver {
  readonly port: number;
  readonly events: ReceivedEvent[];
  /** What it answers from now on; 204 by default. */
  answer: Answer;
  /** Each event as the library decodes it. Throws if a signature does not match. */
  verified(secret: string): { id: string; type: string; data: Record<string, unknown> }[];
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

export async function openReceiver(): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = request;
    const event = { method, path, headers, body: await text(request) };
    events.push(event);
    receiver.answer(response, event);
  };
  const server = createServer({ key: CERTIFICATE_KEY, cert: CERTIFICATE }, (request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    port: (server.address() as { port: number }).port,
    events,
    answer: status(204),
    verified: (secret) => events.map((event) => verify(secret, event)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

function verify(secret: string, { headers, body }: ReceivedEvent) {
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  const { type, data } = event as { type: string; data: Record<string, unknown> };
  return { id: String(headers['webhook-id']), type, data };
}
