/**
 * Compares two OpenAPI 3.1 documents of this product and names every change that may break a client: what was taken away, what
 * is newly required, and schemas that accept less or answer more kinds of values. New values of an answered enum count as additions.
 */
export function breakingChanges(before: Document, after: Document): string[] {
  return [...callChanges(before, after), ...eventChanges(before, after)];
}

const callChanges = (before: Document, after: Document): string[] =>
  Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      return now ? changesOf(operation, now).map((change) => `${at}: ${change}`) : [`${at}: removed`];
    }),
  );

/** Events of webhooks, by their type. A new type is an addition. */
function eventChanges(before: Document, after: Document): string[] {
  const now = eventsByType(after);
  return [...eventsByType(before)].flatMap(([type, event]) => {
    const still = now.get(type);
    return still ? narrowed(still, event, type, 'output') : [`the event ${type} was removed`];
  });
}

function eventsByType({ webhooks }: Document): Map<string, Schema> {
  const { schema } = webhooks.event.post.requestBody.content['application/json']!;
  const typeOf = ({ properties }: Schema) => (properties as { type: { const: string } }).type.const;
  return new Map(choicesOf(schema).map((event) => [typeOf(event), event]));
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: {
    readonly event: { readonly post: { readonly requestBody: { readonly content: Content } } };
  };
}

interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Schema = Readonly<Record<string, unknown>>;

function changesOf(before: Operation, after: Operation): string[] {
  return [
    ...(before.operationId === after.operationId ? [] : [`has another operationId`]),
    ...securityChanges(before, after),
    ...parameterChanges(before.parameters ?? [], after.parameters ?? []),
    ...bodyChanges(before.requestBody?.content, after.requestBody?.content),
    ...Object.entries(before.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => {
        const now = after.responses[status]?.content?.[type];
        return now
          ? narrowed(now.schema, schema, `answer ${status}`, 'output')
          : [`no longer answers ${status} ${type}`];
      }),
    ),
  ];
}

/** Every way to authenticate that was enough before must still be enough. */
const securityChanges = (
  { security: before = [] }: Operation,
  { security: after = [] }: Operation,
): string[] =>
  before
    .map((way) => JSON.stringify(way))
    .filter((way) => after.length > 0 && !after.some((now) => JSON.stringify(now) === way))
    .map((way) => `no longer accepts ${way}`);

function parameterChanges(before: readonly Parameter[], after: readonly Parameter[]): string[] {
  const nameOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  const known = new Map(before.map((parameter) => [nameOf(parameter), parameter]));
  const now = new Map(after.map((parameter) => [nameOf(parameter), parameter]));
  return [
    ...[...known.keys()].filter((name) => !now.has(name)).map((name) => `${name} was removed`),
    ...[...now].flatMap(([name, parameter]) => {
      const old = known.get(name);
      if (parameter.required && !old?.required) return [`${name} is newly required`];
      return old ? narrowed(old.schema, parameter.schema, name, 'input') : [];
    }),
  ];
}

function bodyChanges(before: Content | undefined, after: Content | undefined): string[] {
  const [old, now] = [before, after].map((content) => content?.['application/json']?.schema);
  if (old) return now ? narrowed(old, now, 'body', 'input') : ['body was removed'];
  return now && namesIn(now.required).length > 0 ? ['body is newly required'] : [];
}

type Direction = 'input' | 'output';

/**
 * Names where `narrow` does not accept what `wide` accepts. For an input, `wide` is the old schema: every old input is still valid.
 * For an output, `wide` is the new schema: every new answer fits the old description, except for new fields and enum values.
 */
function narrowed(wide: Schema, narrow: Schema, at: string, direction: Direction): string[] {
  const choices = { wide: choicesOf(wide), narrow: choicesOf(narrow) };
  if (choices.wide.length > 1 || choices.narrow.length > 1) {
    return choices.wide
      .filter((one) => !choices.narrow.some((other) => narrowed(one, other, at, direction).length === 0))
      .map((one) => `${at} no longer fits: ${JSON.stringify(one).slice(0, 100)}`);
  }
  return [
    ...typeChanges(wide, narrow, at, direction),
    ...limitChanges(wide, narrow, at),
    ...fieldChanges(wide, narrow, at, direction),
    ...itemChanges(wide, narrow, at, direction),
  ];
}

const choicesOf = (schema: Schema): Schema[] => (schema.anyOf ?? schema.oneOf ?? [schema]) as Schema[];
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat().map(String));
const valuesOf = (schema: Schema): unknown[] | null =>
  (schema.enum as unknown[] | undefined) ?? ('const' in schema ? [schema.const] : null);

function typeChanges(wide: Schema, narrow: Schema, at: string, direction: Direction): string[] {
  const [from, to] = [typesOf(wide), typesOf(narrow)];
  const lost =
    to.length === 0
      ? []
      : from.filter((type) => !to.includes(type) && !(type === 'integer' && to.includes('number')));
  const isOpened = from.length === 0 && to.length > 0;
  if (lost.length > 0 || isOpened) return [`${at} does not accept ${lost.join(', ') || 'every type'}`];
  const [values, allowed] = [valuesOf(wide), valuesOf(narrow)];
  if (allowed === null || direction === 'output') return [];
  const gone = values?.filter((value) => !allowed.includes(value)) ?? ['other values'];
  return gone.length > 0 ? [`${at} does not accept ${gone.join(', ')}`] : [];
}

const LIMITS = { maxLength: 1, maximum: 1, maxItems: 1, minLength: -1, minimum: -1, minItems: -1 };

function limitChanges(wide: Schema, narrow: Schema, at: string): string[] {
  const isTighter = (name: string, sign: number) =>
    narrow[name] !== undefined && sign * Number(narrow[name]) < sign * Number(wide[name] ?? sign * Infinity);
  const tighter = Object.entries(LIMITS).flatMap(([name, sign]) => (isTighter(name, sign) ? [name] : []));
  const isOther = ['pattern', 'format'].filter(
    (name) => narrow[name] !== undefined && narrow[name] !== wide[name],
  );
  return [...tighter, ...isOther].map((name) => `${at} has a tighter ${name}`);
}

function fieldChanges(wide: Schema, narrow: Schema, at: string, direction: Direction): string[] {
  const [from, to] = [wide, narrow].map(({ properties = {} }) => properties as Record<string, Schema>);
  const present = new Set(namesIn(wide.required));
  const missing = namesIn(narrow.required).filter((name) => !present.has(name));
  const unknown = direction === 'input' && narrow.additionalProperties === false;
  return [
    ...missing.map(
      (name) => `${at}.${name} ${direction === 'input' ? 'is newly required' : 'may be missing'}`,
    ),
    ...Object.entries(from!).flatMap(([name, schema]) => {
      const other = to![name];
      if (other) return narrowed(schema, other, `${at}.${name}`, direction);
      return unknown ? [`${at}.${name} was removed`] : [];
    }),
    ...(direction === 'output'
      ? Object.keys(to!)
          .filter((name) => !(name in from!) && !missing.includes(name))
          .map((name) => `${at}.${name} was removed`)
      : []),
  ];
}

function itemChanges(wide: Schema, narrow: Schema, at: string, direction: Direction): string[] {
  const [from, to] = [wide.items, narrow.items] as (Schema | undefined)[];
  const [values, others] = [wide.additionalProperties, narrow.additionalProperties];
  const isMap = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
  return [
    ...(to ? narrowed(from ?? {}, to, `${at}[]`, direction) : []),
    ...(isMap(others) ? narrowed(isMap(values) ? values : {}, others, `${at}{}`, direction) : []),
  ];
}
