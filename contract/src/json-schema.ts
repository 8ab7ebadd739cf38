import * as z from 'zod/mini';

export type JsonSchema = Record<string, unknown>;

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];

/** The JSON Schema of what is sent in a request. */
export function schemaOfRequest(schema: z.ZodMiniType, override?: Override): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any', ...(override && { override }) } as const;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return rest;
}

/** The JSON Schema of what is sent in a reply. Later replies may have more fields, so it does not rule them out. */
export const schemaOfReply = (schema: z.ZodMiniType): JsonSchema => schemaOfRequest(schema);

/** As `schemaOfReply`, with exactly the fields of this contract, for generated types. */
export const exactSchemaOfReply = (schema: z.ZodMiniType): JsonSchema =>
  schemaOfRequest(schema, ({ jsonSchema }) => {
    if (jsonSchema.type === 'object' && jsonSchema.properties) jsonSchema.additionalProperties ??= false;
  });
