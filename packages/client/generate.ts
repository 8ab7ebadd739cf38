import { api } from '@sterling/contract/api.ts';
import { type Endpoint, isGuardedWrite } from '@sterling/contract/endpoint.ts';
import { REFUSALS } from '@sterling/contract/errors.ts';
import { fileTypeOf } from '@sterling/contract/fields.ts';
import { exactSchemaOfReply, type JsonSchema, schemaOfRequest } from '@sterling/contract/json-schema.ts';
import { orders } from '@sterling/contract/orders.ts';
import { compile } from 'json-schema-to-typescript';

const NOTE = '// Generated from the contract by `npm run client`. Do not edit.\n';

/** The generated files of the client by name. They have a table of the calls that API tokens can make, and the types of inputs and answers. */
export async function generateClient(): Promise<Record<string, string>> {
  const nouns = callsWithScope();
  return { 'calls.generated.ts': tableOf(nouns), 'types.generated.ts': await typesOf(nouns) };
}

type Nouns = readonly (readonly [
  noun: string,
  verbs: readonly (readonly [verb: string, endpoint: Endpoint])[],
])[];

/** The calls that have a scope, so that API tokens can make them. */
const callsWithScope = (): Nouns =>
  Object.entries(api)
    .map(([noun, verbs]) => {
      const scoped = (Object.entries(verbs) as [string, Endpoint][]).filter(([, { scope }]) => scope);
      return [noun, scoped] as const;
    })
    .filter(([, verbs]) => verbs.length > 0);

function tableOf(nouns: Nouns): string {
  const table = Object.fromEntries(
    nouns.map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        verbs.map(([verb, endpoint]) => {
          const { method, path, idempotent } = endpoint;
          const file = fileTypeOf(endpoint);
          const marks = {
            ...(file && { file }),
            ...(idempotent && { idempotent }),
            ...(!isGuardedWrite(endpoint) && { safe: true }),
          };
          return [verb, { method, path, ...marks }];
        }),
      ),
    ]),
  );
  return `${NOTE}export const CALLS = ${JSON.stringify(table, null, 2)};\n`;
}

async function typesOf(nouns: Nouns): Promise<string> {
  const types: string[] = [];
  const lines: string[] = [];
  for (const [noun, verbs] of nouns) {
    lines.push(`  readonly ${noun}: {`);
    for (const [verb, endpoint] of verbs) {
      const name = `${capitalize(noun)}${capitalize(verb)}`;
      const input = inputOf(endpoint);
      const isOptional = ((input?.required ?? []) as string[]).length === 0;
      if (input) types.push(await typeOf(input, `${name}Input`));
      if (!fileType(endpoint)) types.push(await typeOf(exactSchemaOfReply(endpoint.reply), `${name}Answer`));
      const given = input ? `input${isOptional ? '?' : ''}: ${name}Input` : 'input?: Record<never, never>';
      lines.push(`    /** ${endpoint.summary}. Scope: ${endpoint.scope}. */`);
      lines.push(
        `    ${verb}(${given}, options?: Options): Promise<${fileType(endpoint) ?? `${name}Answer`}>;`,
      );
    }
    lines.push('  };');
  }
  types.push(await typeOf(exactSchemaOfReply(orders.read.reply), 'Order'));
  const codes = Object.keys(REFUSALS).map((code) => `  | '${code}'`);
  return [
    NOTE,
    ...types,
    `/** Why a call was refused. */\nexport type ErrorCode =\n${codes.join('\n')};\n`,
    `/** All calls that API tokens can make. */\nexport interface Calls<Options> {\n${lines.join('\n')}\n}\n`,
  ].join('\n');
}

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The type of an answer that is a file. Null for JSON. */
function fileType(endpoint: Endpoint): string | null {
  const mediaType = fileTypeOf(endpoint);
  return mediaType && (mediaType === 'text/csv' ? 'string' : 'ArrayBuffer');
}

/** Path, query and body as one object. Null if the call takes none. */
function inputOf({ params, query, body }: Endpoint): JsonSchema | null {
  const parts = [params, query, body].flatMap((part) => (part ? [schemaOfRequest(part)] : []));
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties as object));
  if (new Set(names).size < names.length) throw new Error(`two inputs have the same name: ${names}`);
  if (names.length === 0) return null;
  return {
    type: 'object',
    properties: { ...Object.assign({}, ...parts.map(({ properties }) => properties)), ...numbersOf(names) },
    required: parts.flatMap(({ required = [] }) => required as string[]),
    additionalProperties: false,
  };
}

/** A query is text, but programs may give the number of a page as a number. */
const numbersOf = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(
    ['page', 'pageSize'].flatMap((name) =>
      names.includes(name) ? [[name, { type: ['number', 'string'] }]] : [],
    ),
  );

const typeOf = (schema: JsonSchema, name: string): Promise<string> =>
  compile(schema, name, {
    bannerComment: '',
    additionalProperties: false,
    format: false,
    // a list of limited length would become a union of tuples
    ignoreMinAndMaxItems: true,
  });
