import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deposit, offer, type Person } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { totpCode } from '../support/totp.ts';

/** A reseller's programs against the running product: the built client, its example and its command line. */
const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const client = join(root, 'packages/client');

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const test = sharing(async ({ product, sandbox, person }) => {
  await execute(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: client,
    },
  );
  const seller = await person(`stock-${Date.now()}`, 'seller');
  // one order uses it up, so that no later story buys at this rate
  await offer(seller, await sandbox.makeAccount(`StockOf${Date.now()}`, 1_000), '1');
  const rex = await person(`rex-${Date.now()}`, 'buyer');
  await deposit(rex, sandbox, 1);
  const owner = await sandbox.makeAccount(`PassOf${Date.now()}`, 0);
  const gamepass = (await sandbox.makePass(owner.id, 1_000, 'VIP')).url;
  await enrol(rex);
  const { body } = await rex.call<{ token: string }>('POST', '/api/credentials', {
    name: 'Shop',
    scopes: ['read', 'trade'],
  });
  const token = body.token;

  /** Runs a program of the client with the address and the token in its environment. */
  function run(script: string, args: readonly string[], more: Record<string, string> = {}): Promise<Result> {
    const env = { ...process.env, STERLING_URL: product.origin, STERLING_TOKEN: token, ...more };
    return execute(process.execPath, [join(client, script), ...args], { env, cwd: client }).then(
      ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
      ({ stdout, stderr, code }: Result) => ({ stdout, stderr, code }),
    );
  }
  const sterling = (...args: string[]) => run('dist/cli.js', args);

  return { rex, token, gamepass, run, sterling };
});

async function enrol(person: Person): Promise<void> {
  const { body } = await person.call<{ secret: string }>('POST', '/api/factors/totp/secret');
  const { status } = await person.call('POST', '/api/factors/totp', {
    name: 'Phone',
    code: totpCode(body.secret),
  });
  expect(status).toBe(201);
}

test('the example places an order and waits for it', { tag: '@S9.02' }, async ({
  shared: { gamepass, run },
}) => {
  const { stdout, stderr, code } = await run('examples/place-order.ts', [gamepass, '1000']);
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toMatch(/^[\w-]{36}: 1000 Robux for \$1\.00\ncompleted\n$/);
});

test('the command line places, lists and shows orders, and tells the balance', async ({
  shared: { gamepass, sterling },
}) => {
  const before = await sterling('balance');
  expect(before.stdout).toMatch(/^\$\d+\.\d\d available, \$0\.00 held\n$/);
  const args = [
    'orders',
    'create',
    '--robux',
    '1000',
    '--gamepass',
    gamepass,
    '--key',
    'from-a-script',
    '--wait',
  ];
  const placed = await sterling(...args);
  expect([placed.stderr, placed.code]).toEqual(['', 0]);
  const id = placed.stdout.split(' ')[0]!;
  expect(placed.stdout).toMatch(/^[\w-]{36} {2}(completed|failed)/);
  expect((await sterling(...args)).stdout.split(' ')[0]).toBe(id);
  const list = JSON.parse((await sterling('orders', 'list', '--json')).stdout) as { id: string }[];
  expect(list.filter((order) => order.id === id)).toHaveLength(1);
  expect((await sterling('orders', 'show', id)).stdout).toContain('Z  ');
  expect((await sterling('call', 'users.me')).stdout).toContain('"username": "rex-');
});

test('the command line explains refusals and wrong commands, and takes no token as an argument', async ({
  shared: { token, gamepass, run, sterling },
}) => {
  const refused = await sterling('call', 'robloxAccounts.remove', '{"id":"x"}');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(scope_required)')]);
  const poor = await sterling('orders', 'create', '--robux', '0', '--gamepass', gamepass);
  expect([poor.code, poor.stderr]).toEqual([1, expect.stringContaining('(invalid_amount)')]);
  for (const args of [['fly'], ['balance', '--token', token], ['orders', 'create'], ['call', 'orders.fly']])
    expect([args, (await sterling(...args)).code]).toEqual([args, 2]);
  const without = await run('dist/cli.js', ['balance'], { STERLING_TOKEN: '' });
  expect([without.code, without.stderr]).toEqual([2, 'Set STERLING_TOKEN, or pass it to connect()\n']);
  expect((await run('dist/cli.js', ['balance'], { STERLING_TOKEN: 'sterling_x' })).stderr).toContain(
    '(unknown_token)',
  );
});

test('a revoked token stops the programs', async ({ shared: { rex, sterling } }) => {
  const { body } = await rex.call<{ id: string }[]>('GET', '/api/credentials');
  await rex.call('DELETE', `/api/credentials/${body[0]!.id}`);
  const { code, stderr } = await sterling('balance');
  expect([code, stderr]).toEqual([1, 'This API token was revoked (token_revoked)\n']);
});
