import { friendlyMessage } from '@sterling/contract/errors.ts';
import { t } from '@sterling/contract/texts.ts';

type Texts<Draft> = { readonly [Name in keyof Draft]?: string };

/** What a form says and checks beyond the schema of its endpoint. */
export interface FormRules<Draft> {
  /** Required fields, and what to say when they are blank. */
  readonly missing?: Texts<Draft>;
  /** What to say about a field that the schema refuses. Without it, the schema's own message is shown. */
  readonly wrong?: Texts<Draft>;
  /** Business rules of the contract. Each returns an error, or undefined. */
  readonly rules?: { readonly [Name in keyof Draft]?: (draft: Draft) => string | undefined };
}

/** The errors of a draft by field. `refused` has the messages of the schema. */
export function errorsOf<Draft extends object>(
  draft: Draft,
  refused: Readonly<Record<string, string>>,
  { missing = {}, wrong = {}, rules = {} }: FormRules<Draft>,
): Partial<Record<keyof Draft, string>> {
  const errorOf = (name: keyof Draft): string | undefined => {
    const message = refused[name as string];
    if (isBlank(draft[name]) && missing[name]) return missing[name];
    if (message !== undefined) return wrong[name] ?? sentence(message);
    return rules[name]?.(draft);
  };
  const names = Object.keys(draft) as (keyof Draft)[];
  return Object.fromEntries(
    names.map((name) => [name, errorOf(name)]).filter(([, error]) => error),
  ) as Partial<Record<keyof Draft, string>>;
}

/** 'must not be empty' continues a field's name. 'Invalid amount' is a phrase with a friendly text. */
export const sentence = (message: string): string =>
  /^\p{Ll}/u.test(message) ? t('This {problem}', { problem: message }) : friendlyMessage(400, message);

const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : value === undefined || value === null || value === false;
