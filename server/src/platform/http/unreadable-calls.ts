import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { text } from '@sterling/contract/texts.ts';
import { Refusal } from '../../refusal.ts';

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a call that Node cannot read in the form of a refusal, such as one with a very long URL. Closes the connection. */
export function answerUnreadableCall(error: NodeJS.ErrnoException, socket: Socket): void {
  const { message, code, hint } = new Refusal('invalid_input', {
    hint: text('The request could not be read.'),
  });
  const body = JSON.stringify({ message, code, hint });
  const status = STATUS[error.code ?? ''] ?? 400;
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
