/** Litecoind's answer to a call that it refuses: the numbers are those of its `protocol.h`. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}
