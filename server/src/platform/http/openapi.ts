import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { api } from '@sterling/contract/api.ts';
import {
  CALLS_PER_MINUTE,
  WRITES_PER_MINUTE,
  WRITES_PER_MINUTE_TOGETHER,
} from '@sterling/contract/api-credentials.ts';
import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { EXAMPLES } from '@sterling/contract/examples.ts';
import { fileTypeOf } from '@sterling/contract/fields.ts';
import { type JsonSchema, schemaOfReply, schemaOfRequest } from '@sterling/contract/json-schema.ts';
import { WebhookEvent } from '@sterling/contract/webhook-events.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { SESSION_COOKIES } from '../../people/sessions/sessions.reads.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';

/** Adds `/api/openapi.json` and the API page at `/api/docs`. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  document ??= openApiDocument();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: '',
    uiConfig: { requestInterceptor: withoutSession },
  });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document),
  );
}

/** Made once for all servers of a process. */
let document: JsonSchema | undefined;

/** Runs in the page: a call that is tried out with an API token must not send the cookie of a signed-in visitor. */
const withoutSession = (request: Record<string, unknown>): Record<string, unknown> => {
  const { Authorization } = request.headers as Record<string, string>;
  return Authorization ? Object.assign(request, { credentials: 'omit' }) : request;
};

/** The whole contract as an OpenAPI 3.1 document. */
export function openApiDocument(): JsonSchema {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [operationId, endpoint] of operations()) {
    const described = operation(endpoint, operationId);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sterling',
      version,
      description: DESCRIPTION,
    },
    paths,
    webhooks: { event: { post: eventOperation() } },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIES.secure,
          description: `In the sandbox the cookie is called ${SESSION_COOKIES.plain}.`,
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Create one under API access in the account menu.',
        },
      },
      schemas: { Error: ERROR },
    },
  };
}

/** Every endpoint with its noun and verb, such as `orders.place`. */
export const operations = (): [id: string, endpoint: Endpoint][] =>
  Object.entries(api).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(
      ([verb, endpoint]) => [`${noun}.${verb}`, endpoint as Endpoint] as [string, Endpoint],
    ),
  );

const DESCRIPTION = `Dollars and LTC are numbers with at most 2 and 8 decimals; times are ISO 8601 in UTC.

Calls with an API token send \`Authorization: Bearer …\` and no cookie. A call says which scope opens it; all other calls need a session.
One token may make ${CALLS_PER_MINUTE} calls a minute, of which ${WRITES_PER_MINUTE} may write. All tokens of one person may write ${WRITES_PER_MINUTE_TOGETHER} times a minute. \`RateLimit\` says what is left.`;

/** What a webhook of a person receives. */
const eventOperation = (): JsonSchema => ({
  summary: 'An event, signed as Standard Webhooks describe',
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: { content: { 'application/json': { schema: schemaOfReply(WebhookEvent) } } },
  responses: { '2XX': { description: 'Taken. After any other answer the event is sent again' } },
});

const NAMED_TEXTS = { type: 'object', additionalProperties: { type: 'string' } };
const ERROR: JsonSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    hint: { type: 'string' },
    details: NAMED_TEXTS,
    values: { ...NAMED_TEXTS, description: 'The values in message and hint' },
    translated: {
      type: 'object',
      description: 'In the language of Accept-Language: Spanish or Brazilian Portuguese',
      properties: { message: { type: 'string' }, hint: { type: 'string' }, details: NAMED_TEXTS },
    },
  },
};

function operation(endpoint: Endpoint, operationId: string): JsonSchema {
  const parameters = [...inPlace(endpoint.params, 'path'), ...inPlace(endpoint.query, 'query')];
  if (endpoint.idempotent)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  const { scope } = endpoint;
  const samples = codeSamples(endpoint, operationId);
  return {
    operationId,
    summary: endpoint.summary,
    ...(scope ? { description: describe(scope, samples), 'x-scope': scope, 'x-codeSamples': samples } : {}),
    tags: [endpoint.path.split('/')[2]],
    'x-access': endpoint.access,
    ...(endpoint.movesMoney ? { 'x-moves-money': true } : {}),
    ...securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        ...(parameters.some(({ name }) => name === 'page') ? { headers: TOTAL } : {}),
        content: replyOf(endpoint),
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const TOTAL: JsonSchema = {
  'X-Total-Count': { description: 'The rows of all pages', schema: { type: 'integer' } },
};

function replyOf(endpoint: Endpoint): JsonSchema {
  const file = fileTypeOf(endpoint);
  // OpenAPI describes bytes by their media type alone
  if (file) return { [file]: { schema: file === 'text/csv' ? { type: 'string' } : {} } };
  const type = endpoint.stream ? 'text/event-stream' : 'application/json';
  return { [type]: { schema: schemaOfReply(endpoint.reply) } };
}

/** Without a requirement for a public call, which may also be made with a token. */
const securityOf = ({ access, scope }: Endpoint): JsonSchema => {
  const token = scope ? [{ token: [scope] }] : [];
  if (access === 'anonymous') return scope ? { security: [{}, ...token] } : {};
  return { security: [{ session: [] }, ...token] };
};

/** Swagger UI shows the description as Markdown, and does not know `x-codeSamples`. */
const describe = (scope: string, samples: readonly CodeSample[]): string =>
  [
    `Open to API tokens with the scope \`${scope}\`.`,
    ...samples.map(({ label, source }) => `${label}:\n\n\`\`\`\n${source}\n\`\`\``),
  ].join('\n\n');

function bodyOf(endpoint: Endpoint): JsonSchema {
  if (!endpoint.body) return {};
  const example = EXAMPLES.get(endpoint)?.body;
  const schema = schemaOfRequest(endpoint.body);
  // a missing body counts as an empty one
  const required = ((schema.required ?? []) as string[]).length > 0;
  return {
    requestBody: { required, content: { 'application/json': { schema, ...(example && { example }) } } },
  };
}

function inPlace(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOfRequest(schema) as {
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
