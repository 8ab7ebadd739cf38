import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { EXAMPLES } from '@sterling/contract/examples.ts';

export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript';
  readonly label: 'curl' | 'Client';
  readonly source: string;
}

/**
 * A call with an API token, as a curl command and as code for the client. Both run unchanged when STERLING_URL and
 * STERLING_TOKEN are set. Empty for a call that no scope opens. `operationId`: noun and verb, such as `orders.place`.
 */
export function codeSamples(endpoint: Endpoint, operationId: string): CodeSample[] {
  if (!endpoint.scope) return [];
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(endpoint) },
    { lang: 'JavaScript', label: 'Client', source: clientOf(endpoint, operationId) },
  ];
}

function curlOf(endpoint: Endpoint): string {
  const { params = {}, query = {}, body } = EXAMPLES.get(endpoint) ?? {};
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const search = new URLSearchParams(query).toString();
  const isGet = endpoint.method === 'GET';
  return [
    `curl ${isGet ? '' : `-X ${endpoint.method} `}"$STERLING_URL${path}${search && `?${search}`}"`,
    `-H "Authorization: Bearer $STERLING_TOKEN"`,
    ...(endpoint.idempotent ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ');
}

function clientOf(endpoint: Endpoint, operationId: string): string {
  const { params, query, body } = EXAMPLES.get(endpoint) ?? {};
  const input = { ...params, ...query, ...body };
  const given = Object.keys(input).length > 0 ? literal(input) : '';
  return [
    "import { connect } from '@sterling/client';",
    '',
    '// reads STERLING_URL and STERLING_TOKEN',
    'const sterling = connect();',
    `const answer = await sterling.${operationId}(${given});`,
  ].join('\n');
}

const literal = (input: object): string =>
  JSON.stringify(input, null, 2).replaceAll(/^( *)"(\w+)":/gm, '$1$2:');
