import { endpoints } from '@sterling/contract/api.ts';
import { type Endpoint, mayCall } from '@sterling/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS } from '../../../test/access-table.ts';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Calls every endpoint of the contract as every kind of caller. The server must enforce what `access` says. */
let testApp: TestApp;
const people: Record<string, { user: Parameters<typeof mayCall>[1]; who: Omit<Caller, 'id'> }> = {};

beforeAll(async () => {
  testApp = await openTestApp();
  await pollPrices(testApp.services);
  const add = async (name: string, role: 'buyer' | 'seller' | 'admin', isOwner: boolean) => {
    people[name] = { user: { role, isOwner }, who: await testApp.signIn(name, role, isOwner) };
  };
  people.nobody = { user: null, who: caller(testApp.app, '') };
  await add('buyer', 'buyer', false);
  await add('seller', 'seller', false);
  await add('admin', 'admin', false);
  await add('owner', 'admin', true);
});
afterAll(() => testApp.close());

const ENDING_CALLS = new Set(['/api/auth/logout', '/api/reset/delete-me']);
const NAMES = ['nobody', 'buyer', 'seller', 'admin', 'owner'];

test('S1.16 every call has the access that was decided for it', () => {
  const calls = Object.fromEntries(
    Object.keys(ACCESS).map((access) => [
      access,
      endpoints
        .filter((endpoint) => endpoint.access === access)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ]),
  );
  const decided = Object.entries(ACCESS).map(([access, listed]) => [access, listed.toSorted()]);
  expect(calls).toEqual(Object.fromEntries(decided));
});

describe('S1.16 role × route', () => {
  const table = endpoints.flatMap((endpoint) =>
    NAMES.map((name) => [endpoint.method, endpoint.path, name, endpoint] as const),
  );

  test.each(table)('%s %s by %s', async (_method, path, name, endpoint) => {
    if (ENDING_CALLS.has(path) && name !== 'nobody')
      return expect(mayCall(endpoint.access, people[name]!.user)).toBe(true);
    const { status, body } = await callWithInvalidInput(people[name]!.who, endpoint);
    if (mayCall(endpoint.access, people[name]!.user)) {
      expect([401, 403]).not.toContain(forbiddenByAccess(status, body));
    } else {
      expect(status).toBe(name === 'nobody' ? 401 : 403);
      expect(body.message).toBe(name === 'nobody' ? 'Authentication required' : REFUSED[endpoint.access]);
    }
    expect(status).toBeLessThan(500);
  });
});

const REFUSED: Partial<Record<Endpoint['access'], string>> = {
  buyer: 'Unauthorized',
  seller: 'Seller access required',
  admin: 'Admin access required',
  owner: 'Owner access required',
};

/** A call that passes the access check of an allowed caller and then fails on its input. */
function callWithInvalidInput(who: Omit<Caller, 'id'>, { method, path }: Endpoint) {
  const url = path.replaceAll(/\{\w+\}/g, 'not-an-id');
  return who.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : { rubbish: true });
}

function forbiddenByAccess(status: number, body: Record<string, unknown>): number | null {
  return status === 401 || (status === 403 && /access required|^Unauthorized$/.test(String(body.message)))
    ? status
    : null;
}

test('S1.15 a read with `Prefer: anonymous` answers 204 to a visitor without a session, and changes nothing else', async () => {
  const ask = (name: string, method: string, path: string) =>
    people[name]!.who.call(method, path, undefined, { prefer: 'anonymous' });
  for (const path of ['/api/auth/user', '/api/wallet', '/api/admin/stats']) {
    const { status, body, headers } = await ask('nobody', 'GET', path);
    expect([status, body, headers['cache-control']]).toEqual([204, { text: '' }, 'no-store']);
  }
  expect((await ask('nobody', 'POST', '/api/wallet/regenerate-keys')).status).toBe(401);
  expect((await ask('nobody', 'GET', '/api/status')).status).toBe(200);
  expect((await ask('buyer', 'GET', '/api/auth/user')).body).toMatchObject({ username: 'buyer' });
  expect((await ask('buyer', 'GET', '/api/admin/stats')).status).toBe(403);
});
