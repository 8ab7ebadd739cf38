import { expect, test } from 'vitest';
import { useSellerWorld } from '../../../test/seller.ts';

const world = useSellerWorld();

const bulk = async (body: object) => {
  const answer = await world.sela.call('POST', '/api/roblox-accounts/bulk', body);
  return answer.status === 200 ? answer.body.results : [answer.status, answer.body.code];
};

async function three(): Promise<[string, string, string]> {
  const ids: string[] = [await world.added()];
  for (let n = 0; n < 2; n += 1) {
    const { cookie } = await world.gameAccount(100);
    ids.push(String((await world.add({ cookie })).body.id));
  }
  return ids as [string, string, string];
}

test('S6.03 a bulk call changes each account separately and gives a reason for each failure', async () => {
  const [first, second, third] = await three();
  const stranger = await world.app.signIn('mira', 'seller');
  const { cookie } = await world.gameAccount(100);
  const theirs = String((await world.add({ cookie }, stranger)).body.id);
  expect(await bulk({ ids: [first, second], action: 'deactivate' })).toEqual([
    { id: first, ok: true },
    { id: second, ok: true },
  ]);
  await world.change({ cookieValid: false });
  expect(await bulk({ ids: [first, second, theirs, 'no-id'], action: 'activate' })).toEqual([
    { id: first, ok: false, message: 'Invalid cookie', hint: 'Update the cookie.' },
    { id: second, ok: true },
    { id: theirs, ok: false, message: 'Account not found' },
    { id: 'no-id', ok: false, message: 'Account not found' },
  ]);
  const { rows } = await world.list();
  const statusOf = (id: string) => rows.find((row) => row.id === id)!.status;
  expect([first, second, third].map(statusOf)).toEqual(['invalid_cookie', 'online', 'online']);
});

test('S6.03 an activated account that stays off sale comes with the reason', async () => {
  const [first, second] = await three();
  await world.app.database.asOwner(
    `update roblox_accounts set restricted_until = now() + interval '1 hour', status = 'offline', status_reason = 'Restricted'
     where id = $1`,
    [first],
  );
  expect(await bulk({ ids: [first, second], action: 'activate' })).toEqual([
    { id: first, ok: true, message: expect.stringContaining('Restricted') },
    { id: second, ok: true },
  ]);
});

test('S6.03 a bulk call changes all rates, and an invalid rate changes nothing', async () => {
  const ids = await three();
  expect(await bulk({ ids, action: 'rate', ratePerThousand: 6.01 })).toEqual([400, 'invalid_amount']);
  expect(await bulk({ ids, action: 'rate' })).toEqual([400, 'invalid_amount']);
  expect(await bulk({ ids: [], action: 'rate', ratePerThousand: 2 })).toEqual([400, 'invalid_input']);
  expect(await bulk({ ids, action: 'rate', ratePerThousand: '2.50' })).toHaveLength(3);
  const { rows } = await world.list();
  expect(rows.map((row) => row.ratePerThousand)).toEqual([2.5, 2.5, 2.5]);
});

test('S6.03 a bulk deletion keeps accounts with stock reserved for open orders', async () => {
  const [first, second] = await three();
  await world.app.database.asOwner('update roblox_accounts set reserved_robux = 1100 where id = $1', [
    second,
  ]);
  expect(await bulk({ ids: [first, second, first], action: 'delete' })).toEqual([
    { id: first, ok: true },
    {
      id: second,
      ok: false,
      message: 'There are open orders',
      hint: '1,100 Robux are reserved for open orders.',
    },
  ]);
  expect((await world.list()).total).toBe(2);
});

test('an account of a child under 13 is refused', async () => {
  await world.change({ ageBracket: 1 });
  const { status, body } = await world.add();
  expect([status, body.hint]).toEqual([400, 'Accounts of children under 13 are not accepted.']);
  expect((await world.list()).total).toBe(0);
});
