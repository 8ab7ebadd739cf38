import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { endpoints } from '@sterling/contract/api.ts';
import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { WebhookEvent } from '@sterling/contract/webhook-events.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

/** Adds `/api/openapi.json` and the API page at `/api/docs`. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '' });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document),
  );
}

/** The whole contract as an OpenAPI 3.1 document. */
export function openApiDocument(): JsonSchema {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sterling',
      version,
      description: 'Dollars and LTC are numbers with at most 2 and 8 decimals; times are ISO 8601 in UTC.',
    },
    paths,
    webhooks: { event: { post: eventOperation() } },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sterling' } },
      schemas: { Error: ERROR },
    },
  };
}

/** What a webhook of a person receives. */
const eventOperation = (): JsonSchema => ({
  summary: 'An event, signed as Standard Webhooks describe',
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    ...{ name, in: 'header', required: true, schema: { type: 'string' } },
  })),
  requestBody: { content: { 'application/json': { schema: schemaOf(WebhookEvent, 'output') } } },
  responses: { '2XX': { description: 'Taken. After any other answer the event is sent again' } },
});

const ERROR: JsonSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    hint: { type: 'string' },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function operation(endpoint: Endpoint): JsonSchema {
  const parameters = [...inPlace(endpoint.params, 'path'), ...inPlace(endpoint.query, 'query')];
  if (endpoint.idempotent)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    'x-access': endpoint.access,
    ...(endpoint.access === 'anonymous' ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: {
          [endpoint.stream ? 'text/event-stream' : 'application/json']: {
            schema: schemaOf(endpoint.reply, 'output'),
          },
        },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function inPlace(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: JsonSchema;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}
