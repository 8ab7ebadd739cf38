import * as z from 'zod';
import { Outage } from '../platform/outage.ts';
import { OutsideError, type OutsideRequest, request } from './http.ts';

export interface RpcLogin {
  readonly rpcUrl: string;
  readonly rpcUser: string;
  readonly rpcPassword: string;
}

/** litecoind's JSON-RPC. Each call may throw NodeRefusal or OutsideError. */
export interface Rpc {
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /**
   * Calls one method with different parameters in one request. The answers are in order and may contain NodeRefusal.
   */
  callAll(method: string, paramsOfEach: readonly (readonly unknown[])[]): Promise<unknown[]>;
}

/** With such a key, a reader of the log knows all addresses of the wallet. A node of another chain quotes it. */
const EXTENDED_KEY = /\b[a-z]pub[1-9A-HJ-NP-Za-km-z]{50,}/g;

/** A refusal of the node. The codes are in litecoind's protocol.h. The message has no keys of the wallet. */
export class NodeRefusal extends Outage {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message.replaceAll(EXTENDED_KEY, '(extended public key)')} (${code})`);
    this.code = code;
  }
}

const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** Opens the RPC of a node. `limits` are for calls that take minutes. */
export function openRpc(
  { rpcUrl, rpcUser, rpcPassword }: RpcLogin,
  limits: Pick<OutsideRequest, 'patienceMs' | 'signal'> = {},
): Rpc {
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const ask = async <Answer>(method: string, body: unknown, schema: z.ZodType<Answer>): Promise<Answer> => {
    const { status, text } = await request({
      url: rpcUrl,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxBytes: MAX_ANSWER_BYTES,
      ...limits,
    });
    const answer = parse(text, schema);
    if (answer !== null) return answer;
    throw new OutsideError('malformed', true, `litecoin node ${method}`, new Error(`HTTP ${status}`));
  };
  const question = (method: string, params: readonly unknown[], id: number) => {
    return { jsonrpc: '1.0', id, method, params };
  };
  return {
    call: async (method, ...params) => {
      const { result, error } = await ask(method, question(method, params, 0), Answer);
      if (error) throw new NodeRefusal(method, error.code, error.message);
      return result;
    },
    callAll: async (method, paramsOfEach) => {
      const questions = paramsOfEach.map((params, id) => question(method, params, id));
      const byId = new Map((await ask(method, questions, Answers)).map((answer) => [answer.id, answer]));
      return questions.map(({ id }) => {
        const answer = byId.get(id);
        if (!answer) throw new OutsideError('malformed', true, `litecoin node ${method}`);
        const { result, error } = answer;
        return error ? new NodeRefusal(method, error.code, error.message) : result;
      });
    },
  };
}

const Answer = z.object({
  result: z.unknown(),
  error: z.nullable(z.object({ code: z.number(), message: z.string() })),
});
const Answers = z.array(Answer.extend({ id: z.int() }));

function parse<Value>(text: string, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
