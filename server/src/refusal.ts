import { REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';

interface RefusalOptions {
  /** Replaces the message of the table; must contain its phrase. */
  readonly message?: string;
  /** One sentence with figures or the next step. */
  readonly hint?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
}

/** An expected refusal: an answer to the caller, not a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.message ?? REFUSALS[code][1]);
    this.code = code;
    this.status = REFUSALS[code][0];
    this.options = options;
  }
}

/** Throws a Refusal. It ends the transaction without effect and becomes the error body of the contract. */
export function refuse(code: RefusalCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}

/** The result of `work`, or its refusal. Every other error is thrown. */
export async function refusalOr<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
