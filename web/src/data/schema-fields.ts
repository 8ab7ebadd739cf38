import type * as z from 'zod/mini';

/** The parts of a schema's definition that describe its fields and limits. */
interface Described {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly innerType?: z.ZodMiniType;
      readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
      readonly checks?: readonly { readonly _zod: { readonly def: { check: string; maximum?: number } } }[];
    };
  };
}

const definitionOf = (schema: z.ZodMiniType) => (schema as unknown as Described)._zod.def;

/** The schema inside of `optional` and `nullable`. */
function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const { innerType } = definitionOf(schema);
  return innerType ? unwrap(innerType) : schema;
}

/** The schema of a field of a body or query. Undefined if it has no such field. */
export const fieldOf = (schema: z.ZodMiniType | undefined, name: string): z.ZodMiniType | undefined =>
  schema && definitionOf(unwrap(schema)).shape?.[name];

/** The greatest length of the text that a schema allows. A list has none, because its limit counts items. */
export function maxLengthOf(schema: z.ZodMiniType | undefined): number | undefined {
  const { type, checks = [] } = schema ? definitionOf(unwrap(schema)) : { type: 'undefined' };
  if (type !== 'string') return undefined;
  return checks.map(({ _zod: { def } }) => def).find(({ check }) => check === 'max_length')?.maximum;
}
