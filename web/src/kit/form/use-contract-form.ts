import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Endpoint, Given } from '@sterling/contract/endpoint.ts';
import { friendlyMessage } from '@sterling/contract/errors.ts';
import { t } from '@sterling/contract/texts.ts';
import { onlineManager } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { stepUp } from '../../data/call.ts';
import { fieldOf, maxLengthOf } from '../../data/schema-fields.ts';

interface ContractFormOptions<E, Draft> extends FormRules<Draft> {
  /** The fields of the form. A field of the request has the same name here. */
  readonly defaultValues: Draft;
  /** The request that a draft becomes. Its fields with errors are shown at the fields of the same name. */
  readonly bodyOf: (draft: Draft) => Given<E, 'body'>;
  /** When errors first appear: when a changed field is left, or only when the form is sent. 'left' by default. */
  readonly checkedWhen?: 'left' | 'sent';
}

/** What a text input needs: its registration, its error and its limit. */
export interface FieldProps extends ReturnType<UseFormReturn['register']> {
  readonly error: string | undefined;
  readonly maxLength: number | undefined;
}

export interface ContractForm<E, Draft extends FieldValues> extends UseFormReturn<Draft> {
  readonly isDirty: boolean;
  readonly field: (name: Path<Draft>) => FieldProps;
  /** The parts of a request that differ from the draft as it was at first. Another tab may have changed the others since then. */
  readonly changesIn: (body: Given<E, 'body'>) => Partial<Given<E, 'body'>>;
  /** A handler that sends the request of a valid draft. Otherwise it shows the errors and focuses the first. */
  readonly submit: (
    send: (body: Given<E, 'body'>, draft: Draft) => unknown,
    onWrong?: (errors: FieldErrors<Draft>) => unknown,
  ) => (event?: BaseSyntheticEvent) => Promise<void>;
}

/**
 * A form that sends the body of an endpoint. The endpoint's schema checks the fields, so that the form refuses
 * what the server would refuse, with the same limits.
 */
export function useContractForm<E extends Endpoint, Draft extends FieldValues>(
  endpoint: E,
  { defaultValues, bodyOf, checkedWhen = 'left', ...rules }: ContractFormOptions<E, Draft>,
): ContractForm<E, Draft> {
  const form = useForm<Draft>({
    mode: checkedWhen === 'left' ? 'onTouched' : 'onSubmit',
    defaultValues: defaultValues as DefaultValues<Draft>,
    resolver: resolverOf(endpoint, bodyOf as (draft: Draft) => FieldValues, rules),
  });
  usePreparedCheck(endpoint);
  const { errors, isDirty, dirtyFields, defaultValues: first } = form.formState;
  useEffect(() => {
    if (Object.keys(errors).length > 0) showMessageOfFocus();
  }, [errors]);
  const field = (name: Path<Draft>): FieldProps => {
    const registered = form.register(name) as ReturnType<UseFormReturn['register']>;
    return {
      ...registered,
      // an error would move the button whose press takes the focus from an unchanged field, and the press would be lost
      onBlur: async (event) => {
        if (get(dirtyFields, name)) await registered.onBlur(event);
      },
      error: (get(errors, name) as FieldError | undefined)?.message,
      maxLength: maxLengthOf(fieldOf(endpoint.body, name)),
    };
  };
  return {
    ...form,
    // the field that the server refused gets the focus
    setError: (name, error, options) => form.setError(name, error, { shouldFocus: true, ...options }),
    isDirty,
    field,
    changesIn: (body) => differences(bodyOf(first as Draft) as object, body as object) as typeof body,
    submit: (send, onWrong) =>
      form.handleSubmit(
        async (draft) => {
          await send(bodyOf(draft), draft);
        },
        (wrong) => {
          onWrong?.(wrong);
        },
      ),
  };
}

/** A field at fault gets the focus before its message exists, which may appear below the visible part of a dialog. */
function showMessageOfFocus(): void {
  const field = document.activeElement?.closest('[aria-invalid]');
  const id = field?.getAttribute('aria-describedby');
  if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
}

/**
 * Loads the check that the call may need. After a deployment its code is missing, and the page reloads: now, and not when the form is
 * sent, which would lose it. Offline nothing is loaded, because browsers keep that failure.
 */
function usePreparedCheck({ stepUp: needed }: Endpoint): void {
  useEffect(() => {
    if (needed && onlineManager.isOnline()) void stepUp.load?.();
  }, [needed]);
}

/** The parts of an object that are not in another one. */
const differences = (before: object, now: object): object => {
  const known = Object.fromEntries(
    Object.entries(before).map(([name, part]) => [name, JSON.stringify(part)]),
  );
  return Object.fromEntries(
    Object.entries(now).filter(([name, part]) => JSON.stringify(part) !== known[name]),
  );
};

/** Checks a draft as a request. It reports one error per field; in a list the inputs at fault have it. */
function resolverOf<Draft extends FieldValues>(
  { body }: Endpoint,
  bodyOf: (draft: Draft) => FieldValues,
  rules: FormRules<Draft>,
): Resolver<Draft> {
  const check = body && standardSchemaResolver<FieldValues, unknown, FieldValues>(body as never);
  return async (draft, context, options) => {
    const checked = await check?.(bodyOf(draft), context, options as never);
    const messages = Object.entries(checked?.errors ?? {}).map(([name, error]) => [
      name,
      firstMessage(error),
    ]);
    const errors = errorsOf(draft, Object.fromEntries(messages), rules);
    if (Object.keys(errors).length === 0) return { values: draft, errors: {} };
    const shown: FieldErrors = {};
    for (const [name, message] of Object.entries(errors)) {
      const refused = checked?.errors[name];
      const parts = refused ? partsAtFault(refused) : (rules.parts?.[name]?.(draft) ?? []);
      const paths =
        Array.isArray(draft[name]) && parts.length > 0 ? parts.map((part) => `${name}.${part}`) : [name];
      for (const path of paths) set(shown, path, { type: 'contract', message });
    }
    return { values: {}, errors: shown as FieldErrors<Draft> };
  };
}

/** The inputs at fault of a list whose items have several: '1.cents'. */
const partsAtFault = (error: unknown): string[] =>
  Array.isArray(error)
    ? error.flatMap((item: object | undefined, index) =>
        item && !('message' in item) ? Object.keys(item).map((part) => `${index}.${part}`) : [],
      )
    : [];

/** The message of a field's error, or of the first of its items with one. */
function firstMessage(error: unknown): string {
  if (Array.isArray(error)) return firstMessage(error.find(Boolean));
  return (error as { message?: string } | undefined)?.message ?? '';
}

type Texts<Draft> = { readonly [Name in keyof Draft]?: string };

/** What a form says and checks beyond the schema of its endpoint. */
interface FormRules<Draft> {
  /** Required fields, and what to say when they are blank. */
  readonly missing?: Texts<Draft>;
  /** What to say about a field that the schema refuses. Without it, the schema's own message is shown. */
  readonly wrong?: { readonly [Name in keyof Draft]?: string | ((draft: Draft) => string | undefined) };
  /** Business rules of the contract. Each returns an error, or undefined. */
  readonly rules?: { readonly [Name in keyof Draft]?: (draft: Draft) => string | undefined };
  /** The inputs of a list that break such a rule, as '1.cents'. The error is theirs then. */
  readonly parts?: { readonly [Name in keyof Draft]?: (draft: Draft) => readonly string[] };
}

/** The errors of a draft by field. `refused` has the messages of the schema. */
export function errorsOf<Draft extends object>(
  draft: Draft,
  refused: Readonly<Record<string, string>>,
  { missing = {}, wrong = {}, rules = {} }: FormRules<Draft>,
): Partial<Record<keyof Draft, string>> {
  const own = (text: string | ((draft: Draft) => string | undefined) | undefined) =>
    typeof text === 'function' ? text(draft) : text;
  const errorOf = (name: keyof Draft): string | undefined => {
    const message = refused[name as string];
    if (isBlank(draft[name]) && missing[name]) return missing[name];
    if (message !== undefined) return own(wrong[name]) ?? sentence(message);
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
