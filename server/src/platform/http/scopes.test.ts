import { endpoints } from '@sterling/contract/api.ts';
import { type ApiScope, type Endpoint, isForStaff, isGuardedWrite } from '@sterling/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personWithCredential, type TestCredential } from '../../../test/api-credentials.ts';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Calls every endpoint of the contract with a token of every scope. The server must enforce what `scope` says. */
const SCOPES: readonly ApiScope[] = ['read', 'trade', 'manage-accounts'];
/** The people whose tokens are tried. A token has no staff rights, even if staff created it. */
const PEOPLE = [
  ['buyer', false],
  ['seller', false],
  ['admin', false],
  ['admin', true],
] as const;

let world: TestApp;
const bots = new Map<string, TestCredential>();
const nameOf = (role: string, isOwner: boolean) => (isOwner ? 'owner' : role);

beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  await pollPrices(world.services);
  for (const [role, isOwner] of PEOPLE)
    for (const scope of SCOPES) {
      const name = nameOf(role, isOwner);
      const { bot } = await personWithCredential(world, `${name}-${scope}`, [scope], role, isOwner);
      bots.set(`${name} ${scope}`, bot);
    }
});
afterAll(() => world.close());

/** Fails on its input or finds nothing after the checks of access, so that it changes nothing. */
function tryOut({ method, path }: Endpoint, bot: TestCredential) {
  const url = path.replaceAll(/\{\w+\}/g, 'not-an-id');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return bot.call(method, url, hasBody ? { rubbish: true } : undefined);
}

describe('access 18: endpoint × scope', () => {
  const table = endpoints.flatMap((endpoint) =>
    SCOPES.map((scope) => [endpoint.method, endpoint.path, scope, endpoint] as const),
  );

  test.each(table)('%s %s with a token for %s', async (_method, _path, scope, endpoint) => {
    for (const [role, isOwner] of PEOPLE) {
      const who = nameOf(role, isOwner);
      const { status, body } = await tryOut(endpoint, bots.get(`${who} ${scope}`)!);
      const refused = [403, endpoint.scope ? 'scope_required' : 'session_required'];
      if (endpoint.scope !== scope) expect([who, status, body.code]).toEqual([who, ...refused]);
      else if (endpoint.access === 'buyer' && role === 'admin')
        expect([who, status, body.code]).toEqual([who, 403, 'unauthorized']);
      else {
        expect([401, 403], `${who} ${body.code}`).not.toContain(status);
        expect(status).toBeLessThan(500);
      }
    }
  });
});

describe('access 18: what no scope opens (S9.01)', () => {
  const open = endpoints.filter(({ scope }) => scope);
  const paths = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`);

  test('calls of staff, and calls that need a check', () => {
    expect(open.length).toBeGreaterThan(40);
    expect(paths(open.filter(isForStaff))).toEqual([]);
    expect(paths(open.filter(({ stepUp }) => stepUp))).toEqual([]);
  });

  test('withdrawals, sessions, second factors, credentials, the account itself and exports', () => {
    const closed =
      /withdraw|factors|credentials|\/auth\/sessions|logout|delete-me|\/export|notifications|\/users\/\{id\}/;
    expect(paths(open.filter(({ path }) => closed.test(path)))).toEqual([]);
  });

  test('a read scope opens no call that writes', () => {
    const writes = open.filter(isGuardedWrite);
    expect(paths(writes.filter(({ scope }) => scope === 'read'))).toEqual([]);
  });
});
