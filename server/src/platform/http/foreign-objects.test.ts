import { endpoints } from '@sterling/contract/api.ts';
import { type Endpoint, mayCall } from '@sterling/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { OBJECTS, type ObjectKind, rowOf } from '../../../test/owned-objects.ts';
import { isStaffRole, newCaller, ROLE_NAMES, ROLES, type RoleName, withoutId } from '../../../test/roles.ts';

/** Other users' objects in bodies and in lists, for every endpoint and role. `object-access.test.ts` has those in paths. */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const RULE = {
  name: 'Rule',
  floor: 2,
  ceiling: 4,
  belowCents: 0,
  baseRate: null,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
};
const COOKIE = '_|WARNING:-x|_abc';
interface Row {
  readonly call: string;
  readonly kind: ObjectKind;
  readonly by: RoleName;
  readonly body: (id: string) => object;
  /** An object of the caller that the path names. */
  readonly own?: ObjectKind;
}

/** Every endpoint whose body names objects. Staff are tried too. */
const BODIES: readonly Row[] = [
  {
    call: 'POST /api/roblox-accounts',
    kind: 'proxy',
    by: 'seller',
    body: (proxyId) => ({ cookie: COOKIE, ratePerThousand: 3, proxyId, ownershipConfirmed: true }),
  },
  {
    call: 'POST /api/roblox-accounts/imports',
    kind: 'proxy',
    by: 'seller',
    body: (proxyId) => ({ lines: [COOKIE], ratePerThousand: 3, proxyId, ownershipConfirmed: true }),
  },
  {
    call: 'PUT /api/roblox-accounts/{id}',
    kind: 'proxy',
    by: 'seller',
    body: (proxyId) => ({ proxyId }),
    own: 'account',
  },
  ...['activate', 'deactivate', 'delete'].map((action) => ({
    call: 'POST /api/roblox-accounts/bulk',
    kind: 'account' as const,
    by: 'seller' as const,
    body: (id: string) => ({ ids: [id], action }),
  })),
  ...['POST /api/price-rules', 'POST /api/price-rules/preview'].map((call) => ({
    call,
    kind: 'account' as const,
    by: 'seller' as const,
    body: (id: string) => ({ ...RULE, accountIds: [id] }),
  })),
  {
    call: 'PATCH /api/price-rules/{id}',
    kind: 'account',
    by: 'seller',
    body: (id) => ({ accountIds: [id] }),
    own: 'priceRule',
  },
  { call: 'POST /api/inbox/read', kind: 'entry', by: 'buyer', body: (id) => ({ id, andOlder: false }) },
];

/** Bodies that name an object which the caller may use although it is someone else's. Their own tests say which. */
const ELSEWHERE = ['POST /api/transactions', 'POST /api/admin/corrections'];

test('access 16: the table has every endpoint whose body names an object', () => {
  const isId = (field: string) => /^ids?$|Ids?$/.test(field);
  const named = endpoints.filter(({ body }) => body && fieldsOf(body).some(isId)).map(nameOf);
  expect([...new Set([...BODIES.map(({ call }) => call), ...ELSEWHERE])].toSorted()).toEqual(
    named.toSorted(),
  );
});

const fieldsOf = (schema: z.ZodMiniType) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

const callsWithIds = BODIES.flatMap((row) =>
  ROLE_NAMES.filter((name) => isStaffRole(name) || name === row.by).map((name) => ({ name, ...row })),
);

test.each(callsWithIds)(
  'access 16: $name calls $call with a $kind of another user in the body as with an unknown one',
  async ({ name, call, kind, body, own }) => {
    const [who, other] = [await newCaller(world, name), await newCaller(world, 'seller')];
    const id = await OBJECTS[kind].make(world, other.id);
    const path = own ? call.replace('{id}', await OBJECTS[own].make(world, who.id)) : call;
    const [method, url] = path.split(' ') as [string, string];
    const before = await rowOf(world, kind, id);
    const ask = async (named: string) => withoutId(await who.call(method, url, body(named)), named);
    expect(await ask(id)).toEqual(await ask(crypto.randomUUID()));
    expect(await rowOf(world, kind, id)).toBe(before);
  },
);

/** What the lists of the market show of everyone's objects. */
const PUBLIC: Readonly<Record<string, readonly ObjectKind[]>> = {
  '/api/listings': ['listing', 'user'],
  '/api/pre-orders/live': ['preOrder'],
};

describe('access 16: no list shows another user’s objects', () => {
  const reads = endpoints.filter(
    ({ method, path, stream }) => method === 'GET' && !path.includes('{') && !stream,
  );
  const table = reads.flatMap((endpoint) =>
    ROLE_NAMES.filter((name) => mayCall(endpoint.access, ROLES[name]))
      // staff read everyone's objects in the panel
      .filter((name) => !(isStaffRole(name) && ['admin', 'owner'].includes(endpoint.access)))
      .map((name) => [endpoint.path, name] as const),
  );
  let ids: Record<string, string>;
  beforeAll(async () => {
    const other = await newCaller(world, 'seller');
    const made: [string, string][] = [];
    for (const [kind, { make }] of Object.entries(OBJECTS)) made.push([kind, await make(world, other.id)]);
    ids = Object.fromEntries(made);
  });

  test.each(table)('GET %s by %s', async (path, name) => {
    const who = await newCaller(world, name);
    for (const query of isStaffRole(name)
      ? ['']
      : ['', '?all=1', `?userId=${ids.user}`, `?id=${ids.order}`]) {
      const { body } = await who.call('GET', path + query);
      const text = JSON.stringify(body);
      const shown = Object.keys(ids).filter((kind) => text.includes(ids[kind]!));
      expect(shown.filter((kind) => !(PUBLIC[path] ?? []).includes(kind as ObjectKind))).toEqual([]);
    }
  });
});
