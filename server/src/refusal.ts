import { REFUSALS, type RefusalCode, type Translated } from '@sterling/contract/errors.ts';
import { type Language, type Phrase, translate } from '@sterling/contract/texts.ts';
import { inEnglish, inLanguage } from './platform/language.ts';

/** A text for people. A plain text without values must be the key of its translations, or it stays English. */
type Text = string | Phrase;
type Details = Readonly<Record<string, Text>>;

interface RefusalOptions {
  /** Replaces the message of the table; must contain its phrase. */
  readonly message?: Text;
  /** One sentence with figures or the next step. */
  readonly hint?: Text;
  readonly details?: Details;
  readonly retryAfterSeconds?: number;
}

/** An expected refusal: an answer to the caller, not a bug. `message`, `hint` and `details` are in English. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly options: RefusalOptions;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { message = REFUSALS[code][1], hint, details } = options;
    super(english(message));
    this.code = code;
    this.status = REFUSALS[code][0];
    this.options = options;
    this.hint = hint && english(hint);
    this.details = details && mapped(details, english);
  }

  /** The values of message and hint, in English. Undefined without any. */
  get values(): Readonly<Record<string, string>> | undefined {
    const { message, hint } = this.options;
    const entries = [message, hint].flatMap((text) => Object.entries(phraseOf(text ?? '').values));
    return entries.length === 0
      ? undefined
      : Object.fromEntries(
          entries.map(([name, value]) => [name, english({ text: '{value}', values: { value } })]),
        );
  }

  /** What people read, in a language. Undefined for English. */
  in(language: Language): Translated | undefined {
    if (language === 'en') return undefined;
    const { message = REFUSALS[this.code][1], hint, details } = this.options;
    return inLanguage(language, () => ({
      message: translate(phraseOf(message)),
      ...(hint && { hint: translate(phraseOf(hint)) }),
      ...(details && { details: mapped(details, (text) => translate(phraseOf(text))) }),
    }));
  }
}

const phraseOf = (text: Text): Phrase => (typeof text === 'string' ? { text, values: {} } : text);
const english = (text: Text): string => (typeof text === 'string' ? text : inEnglish(text));
const mapped = (details: Details, to: (text: Text) => string) =>
  Object.fromEntries(Object.entries(details).map(([field, text]) => [field, to(text)]));

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
