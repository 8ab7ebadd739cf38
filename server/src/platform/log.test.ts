import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../test/app.ts';
import { OutsideError } from '../outside/http.ts';
import { NodeRefusal } from '../outside/litecoin-rpc.ts';
import { Refusal } from '../refusal.ts';
import { StartError } from '../start-error.ts';
import { LOG_OPTIONS } from './log.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
});
afterAll(() => world.close());

async function logged(query: string, values: unknown[]): Promise<string> {
  const lines: string[] = [];
  const log = pino({ ...LOG_OPTIONS }, { write: (line: string) => void lines.push(line) });
  const error = await world.services.pg.query(query, values).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  log.error({ err: error }, 'failed');
  log.error({ err: new Error('wrapped', { cause: error }) }, 'failed');
  const others = [error as Error, new Error('another')];
  log.error({ err: new AggregateError(others, others.map(({ message }) => message).join('; ')) }, 'failed');
  log.error(error as Error, 'failed');
  return lines.join('');
}

test('access 13: errors of the database are logged without the contents of rows and parameters', async () => {
  const twice = await logged('insert into settings (key, value) values ($1, $2), ($1, $2)', [
    'canary-key',
    '{}',
  ]);
  expect(twice).toContain('settings_pkey');
  expect(twice).toContain('23505');
  expect(await logged('select $1::uuid', ['canary-value'])).toContain('22P02');
  const checked = await logged(
    `insert into users (id, username, role, joined_at) values (new_id(), $1, 'canary-role', now())`,
    ['canary-name'],
  );
  expect(checked).toContain('users_role_check');
  for (const text of [twice, checked, await logged('select $1::uuid', ['canary-value'])])
    expect(text).not.toContain('canary');
});

test('access 13: the log names the id of the user, and nothing else about them', async () => {
  await nova.call('GET', '/api/listings');
  const line = world
    .log()
    .split('\n')
    .find((each) => each.includes('"route":"/api/listings"'));
  expect(JSON.parse(line!)).toMatchObject({ person: nova.id, status: 200 });
  expect(world.log()).not.toContain('nova@example.test');
});

test('access 17: an outage, a refusal or what an operator can repair is logged without a stack and without the headers of its answer', () => {
  const lines: string[] = [];
  const log = pino({ ...LOG_OPTIONS }, { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  log.error({ err: cause }, 'failed');
  log.error({ err: new OutsideError('reset', true, 'GET x', cause, { 'set-cookie': 'canary' }) }, 'failed');
  log.error({ err: new NodeRefusal('scantxoutset', -8, 'Scan already in progress') }, 'failed');
  log.error({ err: new Error('Connection terminated unexpectedly') }, 'failed');
  // the queue reports plain objects, and a standby answers the question for its timeline so
  log.error({ err: { message: 'Connection terminated unexpectedly (Queue: x)', stack: 'at x' } }, 'failed');
  log.error({ err: new Error('LISTEN/NOTIFY connection ended') }, 'failed');
  log.error({ err: new Error('recovery is in progress') }, 'failed');
  log.error({ err: new Refusal('outside_failed', { hint: 'Try again' }) }, 'failed');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  log.error({ err: new StartError(`SIGNER_JOURNAL_FILE x: ${full.message}`, { cause: full }) }, 'failed');
  expect(lines.at(-1)).toContain('"message":"SIGNER_JOURNAL_FILE x: ENOSPC: no space left on device, write"');
  expect(lines.join('')).toContain('GET x: reset after the request was sent: connect ECONNREFUSED');
  expect(lines.join('')).not.toMatch(/"stack"|canary/);
  log.error({ err: new TypeError('a bug') }, 'failed');
  expect(lines.at(-1)).toContain('"stack"');
});

test('access 17: several outages in one error are logged as one outage is', () => {
  const lines: string[] = [];
  const log = pino({ ...LOG_OPTIONS }, { write: (line: string) => void lines.push(line) });
  const outages = [
    new OutsideError('malformed', true, 'GET x', undefined, { 'set-cookie': 'canary' }),
    new AggregateError([new Error('Connection terminated unexpectedly')], 'inner'),
  ];
  log.error({ err: new AggregateError(outages, 'both') }, 'failed');
  expect(lines.join('')).toContain(
    'GET x: malformed after the request was sent; Connection terminated unexpectedly',
  );
  expect(lines.join('')).not.toMatch(/"stack"|canary/);
  log.error({ err: new AggregateError([...outages, new TypeError('a bug')], 'all') }, 'failed');
  expect(lines.at(-1)).toMatch(/"stack":"TypeError: a bug/);
  expect(lines.join('')).not.toContain('canary');
});

const TWO_LINES = `
  import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
  process.once('message', () => {
    const log = openLog('info');
    log.info('one');
    log.info('two');
    process.exit(0);
  });
  process.send('ready');
`;

test('access 17: a process ends although nobody reads its log any longer', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', TWO_LINES], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    timeout: 60_000,
  });
  await once(child, 'message');
  child.stdout!.destroy();
  const ended = once(child, 'exit');
  child.send('end');
  expect(await ended).toEqual([0, null]);
});
