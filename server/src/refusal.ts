import { REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';

interface Said {
  /** Instead of the table's message; must still hold its phrase. */
  readonly message?: string;
  /** One sentence with the figures or the way out. */
  readonly hint?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
}

/** The expected no: an answer to the caller, never a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly said: Said;

  constructor(code: RefusalCode, said: Said = {}) {
    super(said.message ?? REFUSALS[code][1]);
    this.code = code;
    this.status = REFUSALS[code][0];
    this.said = said;
  }
}

/** Throws a Refusal. It ends the transaction without effect and becomes the error body of the contract. */
export function refuse(code: RefusalCode, said?: Said): never {
  throw new Refusal(code, said);
}
