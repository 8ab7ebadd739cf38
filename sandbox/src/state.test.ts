import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSandbox } from './server.ts';
import { actAs, call, type GameAccount, type GamePass, openTestSandbox, purchasePath } from './test-kit.ts';

interface World {
  people: { username: string; id: string }[];
  accounts: GameAccount[];
  price: Record<string, string>;
  clock: { offsetSeconds: number };
}

test('a restart keeps people, accounts, gamepasses, ownerships, price and clock', async () => {
  const sandbox = await openTestSandbox();
  const buyer = await sandbox.control<GameAccount>('POST', '/game/accounts', {
    username: 'keeper',
    robux: 500,
  });
  const pass = await sandbox.control<GamePass>('POST', '/game/passes', {
    ownerId: 156_402_338,
    price: 200,
    name: 'Key',
  });
  const order = { expectedPrice: 200, idempotencyKey: 'once' };
  const first = await actAs(sandbox, buyer.cookie)('POST', purchasePath(pass), order);
  await sandbox.control('PATCH', '/discord/people/zoe', { globalName: 'Zoë' });
  await sandbox.control('POST', '/price', { usd: 77 });
  await sandbox.control('POST', '/clock', { advanceSeconds: 1_000 });
  const before = await sandbox.control<World>('GET', '/state');

  await sandbox.reopen();
  const after = await sandbox.control<World>('GET', '/state');
  expect(after.accounts).toEqual(before.accounts);
  expect(after.people.map(({ id }) => id)).toEqual(before.people.map(({ id }) => id));
  expect([after.price.gemini, after.clock.offsetSeconds]).toEqual(['77.00', 1_000]);
  const repeated = await actAs(sandbox, buyer.cookie)('POST', purchasePath(pass), order);
  expect(repeated.body).toEqual(first.body);
  await sandbox.close();
});

test('answered changes survive a SIGKILL', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-sandbox-'));
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, SANDBOX_PORT: '0', DATA_DIR: directory },
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (line) => resolve(String(line).match(/http:\S+/)?.[0] ?? ''));
  });
  const made = await call(`${url}/control/game/accounts`, 'POST', { username: 'survivor', robux: 321 });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));

  const sandbox = await openSandbox({ port: 0, directory: join(directory, 'sandbox') });
  const found = await call(`${sandbox.url}/control/game/accounts/${made.body.id}`);
  expect(found.body).toMatchObject({ username: 'survivor', robux: 321, cookie: made.body.cookie });
  await sandbox.close();
  rmSync(directory, { recursive: true });
});

test('an incomplete last line is dropped', async () => {
  const sandbox = await openTestSandbox();
  const path = join(sandbox.directory, 'state.jsonl');
  appendFileSync(path, '[["accounts","5",{"id":5,"usern');
  await sandbox.reopen();
  expect((await call(`${sandbox.url}/control/game/accounts/5`)).status).toBe(404);
  const { accounts } = await sandbox.control<World>('GET', '/state');
  expect(accounts.length).toBeGreaterThan(12);
  await sandbox.close();
});
