import { endpoints } from '@sterling/contract/api.ts';
import { type Endpoint, mayCall } from '@sterling/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { OBJECTS, type ObjectKind, rowOf } from '../../../test/owned-objects.ts';
import { isStaffRole, newCaller, ROLE_NAMES, ROLES, type RoleName, withoutId } from '../../../test/roles.ts';

/**
 * Calls every endpoint that names an object as every role, with an own object, with one of another user, and with one of a
 * staff member. The expectations follow from the contract's `access` and the table below.
 */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());

/** may: not refused. missing: the same answer as for an id that does not exist. refused: 403. */
type Outcome = 'may' | 'missing' | 'refused';

interface Rule {
  readonly kind: ObjectKind;
  readonly body?: object;
  readonly query?: string;
  /** The user's own object; 'may' by default. Nobody decides their own case. */
  readonly own?: Outcome;
  /** Someone else's object, for staff; 'missing' by default. For all others it is always missing. */
  readonly staff?: Outcome;
}

const REASON = { reason: 'because' };
/** Every endpoint that names an object in its path. An endpoint may stand here several times. */
const RULES: readonly (readonly [call: string, rule: Rule])[] = [
  ['DELETE /api/auth/sessions/{id}', { kind: 'session' }],
  ['DELETE /api/credentials/{id}', { kind: 'apiCredential' }],
  ['PUT /api/users/{id}', { kind: 'user', body: { role: 'seller' } }],
  ['GET /api/wallet/transactions/{id}', { kind: 'withdrawal' }],
  ['GET /api/admin/transfers/{id}', { kind: 'withdrawal', staff: 'may' }],
  ['GET /api/robux/orders/{id}', { kind: 'order' }],
  ['GET /api/robux/orders/{id}', { kind: 'orderToFill' }],
  ['GET /api/robux/orders/{id}', { kind: 'order', query: '?all=1', staff: 'may' }],
  ['POST /api/robux/orders/{id}/bought', { kind: 'orderToFill', body: {} }],
  ['PUT /api/roblox-accounts/{id}', { kind: 'account', body: { ratePerThousand: 4 } }],
  ['PATCH /api/roblox-accounts/{id}/cookie', { kind: 'account', body: { cookie: '_|WARNING:-x|_abc' } }],
  ['POST /api/roblox-accounts/{id}/balance', { kind: 'account' }],
  ['DELETE /api/roblox-accounts/{id}', { kind: 'account' }],
  ['GET /api/roblox-accounts/{id}/earnings', { kind: 'account' }],
  ['GET /api/roblox-accounts/{id}/health-events', { kind: 'account' }],
  ['GET /api/roblox-accounts/imports/{id}', { kind: 'accountImport' }],
  ['POST /api/roblox-accounts/imports/{id}/cancel', { kind: 'accountImport' }],
  ['GET /api/price-rules/{id}', { kind: 'priceRule' }],
  ['PATCH /api/price-rules/{id}', { kind: 'priceRule', body: { name: 'Night' } }],
  ['GET /api/price-rules/{id}/changes', { kind: 'priceRule' }],
  ['DELETE /api/price-rules/{id}', { kind: 'priceRule' }],
  ['DELETE /api/proxies/{id}', { kind: 'proxy' }],
  ['PATCH /api/listings/{id}', { kind: 'listing', body: { quantity: 2 } }],
  ['DELETE /api/listings/{id}', { kind: 'listing' }],
  ['GET /api/transactions/{id}', { kind: 'sale', staff: 'may' }],
  ['GET /api/transactions/{id}', { kind: 'purchase', staff: 'may' }],
  ['POST /api/transactions/{id}/deliver', { kind: 'sale', body: {}, staff: 'refused' }],
  ['POST /api/transactions/{id}/deliver', { kind: 'purchase', body: {}, own: 'refused', staff: 'refused' }],
  ['POST /api/transactions/{id}/confirm', { kind: 'purchase', body: {}, staff: 'refused' }],
  ['POST /api/transactions/{id}/confirm', { kind: 'sale', body: {}, own: 'refused', staff: 'refused' }],
  ['POST /api/transactions/{id}/cancel', { kind: 'sale', body: {}, staff: 'refused' }],
  ['POST /api/transactions/{id}/dispute', { kind: 'purchase', body: REASON, staff: 'refused' }],
  ['POST /api/transactions/{id}/messages', { kind: 'sale', body: { text: 'Hello' }, staff: 'may' }],
  ['POST /api/transactions/{id}/rate', { kind: 'purchase', body: { stars: 5 }, staff: 'refused' }],
  ...(['sale', 'purchase'] as const).map(
    (kind) =>
      [
        'POST /api/transactions/{id}/resolve',
        { kind, body: { outcome: 'buyer', ...REASON }, own: 'refused', staff: 'may' },
      ] as const,
  ),
  ['DELETE /api/admin/users/{id}/sessions', { kind: 'user', staff: 'may' }],
  ['PATCH /api/admin/users/{id}', { kind: 'user', body: { isVerified: true }, staff: 'may' }],
  [
    'POST /api/admin/reviews/{id}',
    { kind: 'review', body: { decision: 'reject', ...REASON }, own: 'refused', staff: 'may' },
  ],
  ['PATCH /api/factors/{id}', { kind: 'factor', body: { name: 'Tablet' }, own: 'refused' }],
  ['DELETE /api/factors/{id}', { kind: 'factor', own: 'refused' }],
  ['PATCH /api/webhooks/{id}', { kind: 'webhook', body: { kinds: ['sales'] } }],
  ['POST /api/webhooks/{id}/secret', { kind: 'webhook' }],
  ['POST /api/webhooks/{id}/test', { kind: 'webhook' }],
  ['GET /api/webhooks/{id}/deliveries', { kind: 'webhook' }],
  ['DELETE /api/webhooks/{id}', { kind: 'webhook' }],
  ['DELETE /api/price-alerts/{id}', { kind: 'priceAlert' }],
  ['PATCH /api/standing-orders/{id}', { kind: 'standingOrder', body: { isPaused: true } }],
  ['DELETE /api/standing-orders/{id}', { kind: 'standingOrder' }],
  ['PATCH /api/withdrawal-addresses/{id}', { kind: 'savedAddress', body: { label: 'Savings' } }],
  ['DELETE /api/withdrawal-addresses/{id}', { kind: 'savedAddress' }],
  ['POST /api/admin/pre-orders/{id}/close', { kind: 'preOrder', body: REASON, own: 'refused', staff: 'may' }],
];

/** Endpoints whose objects have tests of their own, with foreign callers. */
const ELSEWHERE = [
  // trade/transactions/pictures.test.ts
  'POST /api/transactions/{id}/pictures',
  'GET /api/transactions/{id}/pictures/{pictureId}',
  'DELETE /api/transactions/{id}/pictures/{pictureId}',
  // trade/listings/listings.test.ts
  'POST /api/listings/{id}/picture',
  'DELETE /api/listings/{id}/picture',
  'GET /api/listings/{id}/pictures/{pictureId}',
  // money/withdrawals/own-cancel.test.ts
  'POST /api/wallet/transactions/{id}/cancel',
  // people/webhooks/deliveries.test.ts
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/send',
  // people/reports/exclusions.test.ts
  'POST /api/admin/users/{id}/allow-accounts',
  // people/access/factor-resets.test.ts
  'POST /api/admin/users/{id}/factor-reset',
  'DELETE /api/admin/users/{id}/factor-reset',
];

/** Endpoints whose path names something that belongs to no user. */
const OF_NOBODY = [
  'PUT /api/admin/settings/{key}',
  'GET /api/admin/backups/{file}',
  'POST /api/reports/{id}/verify',
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

/** A caller of each role who stays as they are, made when first needed. */
const lasting = new Map<RoleName, Promise<Caller>>();
function lastingCaller(name: RoleName): Promise<Caller> {
  const known = lasting.get(name) ?? newCaller(world, name);
  lasting.set(name, known);
  return known;
}

type Relation = 'own' | 'foreign' | 'of staff';

function expected(
  access: Endpoint['access'],
  rule: Rule,
  name: RoleName,
  relation: Relation,
): Outcome | 401 | 403 {
  if (!mayCall(access, ROLES[name])) return name === 'nobody' ? 401 : 403;
  if (relation === 'own') return rule.own ?? 'may';
  return isStaffRole(name) ? (rule.staff ?? 'missing') : 'missing';
}

const send = (who: Pick<Caller, 'call'>, call: string, { body, query = '' }: Rule, id: string) => {
  const [method, path] = call.split(' ') as [string, string];
  return who.call(method, path.replace('{id}', id) + query, body);
};

/** What each role gets for an id that does not exist, by call. */
const unknowns = new Map<string, Promise<Answer>>();
type Answer = ReturnType<typeof withoutId>;
function unknownAnswer(name: RoleName, call: string, rule: Rule): Promise<Answer> {
  const ask = async () => {
    const id = crypto.randomUUID();
    return withoutId(await send(await lastingCaller(name), call, rule, id), id);
  };
  const key = `${name} ${call} ${rule.query}`;
  const known = unknowns.get(key) ?? ask();
  unknowns.set(key, known);
  return known;
}

test('access 16: the table has every endpoint that names an object in its path', () => {
  const named = endpoints.filter(({ path }) => path.includes('{')).map(nameOf);
  const known = [...RULES.map(([call]) => call), ...ELSEWHERE, ...OF_NOBODY];
  expect([...new Set(known)].toSorted()).toEqual([...new Set(named)].toSorted());
});

describe('access 16: role × object', () => {
  const table = RULES.flatMap(([call, rule]) =>
    ROLE_NAMES.flatMap((name) =>
      (['own', 'foreign', 'of staff'] as const)
        .filter((relation) => name !== 'nobody' || relation !== 'own')
        .map((relation) => [call + (rule.query ?? ''), rule.kind, relation, name, call, rule] as const),
    ),
  );

  test.each(table)('%s with a %s (%s) by %s', async (_call, kind, relation, name, call, rule) => {
    const outcome = expected(byName.get(call)!.access, rule, name, relation);
    const isOwn = relation === 'own';
    const who = isOwn ? await newCaller(world, name) : await lastingCaller(name);
    const holder = isOwn ? who : await newCaller(world, relation === 'of staff' ? 'admin' : 'seller');
    const id = await OBJECTS[kind].make(world, holder.id);
    const before = await rowOf(world, kind, id);
    const answer = withoutId(await send(who, call, rule, id), id);
    expect(answer.status).toBeLessThan(500);
    if (outcome === 'may') return expect([401, 403, 404]).not.toContain(answer.status);
    if (outcome === 'refused') expect(answer.status).toBe(403);
    // a refusal by role says nothing about the object either
    else expect(answer).toEqual(await unknownAnswer(name, call, rule));
    if (typeof outcome === 'number') expect(answer.status).toBe(outcome);
    if (outcome === 'missing') expect(answer.status).toBe(404);
    expect(await rowOf(world, kind, id)).toBe(before);
  });
});
