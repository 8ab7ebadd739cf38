import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakingChanges, type Document } from '../../../test/breaking-changes.ts';
import { openApiDocument } from './openapi.ts';

/** The contract as it was last released. `npm run client -- --release` stores the present one. */
const RELEASED = join(import.meta.dirname, '../../../../contract/released/openapi.json');
const current = () => JSON.parse(JSON.stringify(openApiDocument())) as Document;

test('the contract breaks no client of the released one', () => {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Document;
  expect(Object.keys(released.paths).length).toBeGreaterThan(80);
  expect(breakingChanges(released, current())).toEqual([]);
});

test('the document names the media type of files, and the header of lists with pages', () => {
  const answerOfGet = (path: string) => {
    const { content, headers } = current().paths[path]!.get!.responses[200] as {
      content: object;
      headers?: object;
    };
    return [Object.keys(content), Object.keys(headers ?? {})];
  };
  expect(answerOfGet('/api/history.csv')).toEqual([['text/csv'], []]);
  expect(answerOfGet('/api/listings/{id}/pictures/{pictureId}')).toEqual([['image/webp'], []]);
  expect(answerOfGet('/api/admin/backups/{file}')).toEqual([['application/octet-stream'], []]);
  expect(answerOfGet('/api/history')).toEqual([['application/json'], ['X-Total-Count']]);
});

test('the document says which calls need a body', () => {
  const needsBody = (path: string) => {
    const { requestBody } = current().paths[path]!.post as { requestBody?: { required?: boolean } };
    return requestBody?.required;
  };
  expect(needsBody('/api/robux/orders')).toBe(true);
  expect(needsBody('/api/transactions/{id}/confirm')).toBe(false);
  expect(needsBody('/api/robux/orders/{id}/bought')).toBeUndefined();
});

test('the document allows new fields in answers and events, which programs must ignore', () => {
  const { paths, webhooks } = openApiDocument() as { paths: object; webhooks: object };
  const answers = Object.values(paths).flatMap((operations: Record<string, { responses: object }>) =>
    Object.values(operations).map(({ responses }) => responses),
  );
  const closed = JSON.stringify([answers, webhooks]).split('"additionalProperties":false');
  expect(closed).toHaveLength(1);
});

/** The parts of a document that the changes below write to. */
interface Shape {
  readonly properties: Record<string, Shape>;
  readonly required: string[];
  readonly items: Shape;
  readonly enum: string[];
}
interface Changeable {
  readonly parameters: { name: string; in: string; required: boolean; schema: Partial<Shape> }[];
  readonly security: object[];
  readonly requestBody: { content: { 'application/json': { schema: Shape } } };
  readonly responses: { 201: { content: { 'application/json': { schema: Shape } } } };
}
interface Event {
  readonly properties: { readonly type: { const: string }; readonly data: Shape };
}
interface Loose {
  readonly paths: Record<string, { get: Changeable; post?: Changeable }>;
  readonly webhooks: {
    event: { post: { requestBody: { content: { 'application/json': { schema: { oneOf: Event[] } } } } } };
  };
}
const PATH = '/api/robux/orders';
const postOf = ({ paths }: Loose) => paths[PATH]!.post!;
const bodyOf = (document: Loose) => postOf(document).requestBody.content['application/json'].schema;
const answerOf = (document: Loose) => postOf(document).responses[201].content['application/json'].schema;
const fieldOf = ({ properties }: Shape, name: string) => properties[name]!;
const eventsOf = ({ webhooks }: Loose) =>
  webhooks.event.post.requestBody.content['application/json'].schema.oneOf;
const dataOf = (document: Loose) => eventsOf(document)[0]!.properties.data;
const parametersOf = ({ paths }: Loose) => paths[PATH]!.get.parameters;
const roleOf = (document: Loose) => parametersOf(document).find(({ name }) => name === 'role')!.schema.enum!;
const parameter = (name: string, required: boolean) => ({ name, in: 'query', required, schema: {} });

type Change = [what: string, change: (to: Loose) => unknown];

const BREAKING: Change[] = [
  ['a removed path', (to) => delete to.paths[PATH]],
  ['a removed operation', (to) => delete to.paths[PATH]!.post],
  ['another status', (to) => Object.assign(postOf(to), { responses: {} })],
  [
    'a removed answer field',
    (to) => delete answerOf(to).properties.gamepassName && drop(answerOf(to).required, 'gamepassName'),
  ],
  ['a removed optional answer field', (to) => delete answerOf(to).properties.deadline],
  ['an answer field that may be missing', (to) => drop(answerOf(to).required, 'gamepassName')],
  [
    'an answer field of another type',
    (to) => Object.assign(fieldOf(answerOf(to), 'gamepassName'), { type: 'number' }),
  ],
  [
    'an answer field that may be null',
    (to) => Object.assign(fieldOf(answerOf(to), 'gamepassName'), { type: ['string', 'null'] }),
  ],
  [
    'a removed field of a list in an answer',
    (to) => delete fieldOf(answerOf(to), 'events').items.properties.what,
  ],
  [
    'a new required input',
    (to) => bodyOf(to).required.push('reason') && Object.assign(bodyOf(to).properties, { reason: {} }),
  ],
  ['an input that becomes required', (to) => bodyOf(to).required.push('ratePerThousand')],
  ['a removed input', (to) => delete bodyOf(to).properties.buyerCookie],
  [
    'an input that accepts fewer types',
    (to) => Object.assign(fieldOf(bodyOf(to), 'robuxAmount'), { type: 'number' }),
  ],
  ['a shorter input', (to) => Object.assign(fieldOf(bodyOf(to), 'gamepassUrl'), { maxLength: 100 })],
  ['a new required parameter', (to) => parametersOf(to).push(parameter('since', true))],
  ['a removed parameter', (to) => parametersOf(to).shift()],
  ['a narrowed enum of a parameter', (to) => roleOf(to).pop()],
  ['a call that closes to tokens', (to) => postOf(to).security.pop()],
  ['a removed event', (to) => eventsOf(to).shift()],
  [
    'an event with another name',
    (to) => Object.assign(eventsOf(to)[0]!.properties.type, { const: 'order.done' }),
  ],
  [
    'a removed field of an event',
    (to) => delete dataOf(to).properties.usd && drop(dataOf(to).required, 'usd'),
  ],
  ['an event field of another type', (to) => Object.assign(fieldOf(dataOf(to), 'usd'), { type: 'number' })],
];
const ADDITIONS: Change[] = [
  ['nothing', () => undefined],
  ['a new path', (to) => Object.assign(to.paths, { '/api/new': to.paths[PATH] })],
  ['a new answer field', (to) => Object.assign(answerOf(to).properties, { note: { type: 'string' } })],
  ['a new value of an answered enum', (to) => fieldOf(answerOf(to), 'status').enum.push('paused')],
  ['a new optional input', (to) => Object.assign(bodyOf(to).properties, { note: { type: 'string' } })],
  ['a new optional parameter', (to) => parametersOf(to).push(parameter('since', false))],
  ['an input that becomes optional', (to) => drop(bodyOf(to).required, 'gamepassUrl')],
  ['a longer input', (to) => Object.assign(fieldOf(bodyOf(to), 'gamepassUrl'), { maxLength: 9_000 })],
  ['a wider enum of a parameter', (to) => roleOf(to).push('both')],
  ['a new event', (to) => eventsOf(to).push(newEvent(to))],
  ['a new field of an event', (to) => Object.assign(dataOf(to).properties, { note: { type: 'string' } })],
];
function newEvent(to: Loose): Event {
  const [{ properties }] = structuredClone(eventsOf(to)) as [Event];
  return {
    properties: { ...properties, type: { const: 'order.new' }, data: { ...properties.data, required: [] } },
  };
}
const drop = (list: string[], name: string) => list.splice(list.indexOf(name), 1);

describe('the comparison with the released contract', () => {
  const compare = (change: (document: Loose) => unknown) => {
    const changed = current();
    change(changed as unknown as Loose);
    return breakingChanges(current(), changed);
  };
  test.each(BREAKING)('finds %s', (_what, change) => {
    expect(compare(change)).not.toEqual([]);
  });
  test.each(ADDITIONS)('lets pass: %s', (_what, change) => {
    expect(compare(change)).toEqual([]);
  });
});
