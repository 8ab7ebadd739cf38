import { describe, expect, test } from 'vitest';
import { useProxyWorld } from '../../../test/proxy-world.ts';
import { openPassword } from './proxy-route.ts';

const world = useProxyWorld();

describe('S6.07 adding a proxy', () => {
  test('checks it with a real connection, and seals its password', async () => {
    const { status, body } = await world.add({ username: 'ann', password: 'canary-pass' });
    expect([status, body]).toMatchObject([
      201,
      {
        ...world.own,
        username: 'ann',
        password: '••••',
        status: 'active',
        statusReason: null,
        accountCount: 0,
      },
    ]);
    expect(await world.list()).toEqual([body]);
    const { rows } = await world.app.database.asOwner('select sealed_password from proxies where id = $1', [
      body.id,
    ]);
    expect(openPassword(world.app.services.vault, String(body.id), rows[0].sealed_password)).toBe(
      'canary-pass',
    );
    const journal = await fetch(`${world.app.sandboxUrl}/control/requests?service=proxy`);
    expect(await journal.text()).toContain(`ann@127.0.0.1:${world.own.port}`);
  });

  test('accepts a host name, a port as text and no password', async () => {
    const { body } = await world.add({ host: ' Good.Example. ', port: '3128', username: '', password: null });
    expect(body).toMatchObject({
      host: 'good.example',
      port: 3128,
      username: null,
      password: null,
      status: 'active',
    });
  });

  test('stores a proxy that fails, with the reason', async () => {
    expect((await world.add({ host: 'dead.example' })).body).toMatchObject({
      status: 'failing',
      statusReason: 'No response.',
    });
    expect((await world.add({ host: 'nowhere.example' })).body).toMatchObject({
      status: 'failing',
      statusReason: 'The hostname has no address.',
    });
  });

  test.each([
    ['no host', { host: undefined }, 'Invalid input: host must be a hostname or an IP address'],
    ['an empty host', { host: '  ' }, 'Invalid input: host must not be empty'],
    ['no port', { port: undefined }, 'Invalid input: port must be a whole number'],
    ['port 0', { port: 0 }, 'Invalid input: port must be a whole number from 1 to 65535'],
    ['port 65536', { port: 65_536 }, 'Invalid input: port must be a whole number from 1 to 65535'],
    ['half a port', { port: 80.5 }, 'Invalid input: port must be a whole number from 1 to 65535'],
    ['an exponent', { port: '1e3' }, 'Invalid input: port must be a whole number from 1 to 65535'],
    ['a URL as the host', { host: 'http://good.example' }, 'Invalid proxy'],
    ['a path in the host', { host: 'good.example/x' }, 'Invalid proxy'],
    ['a password without a username', { password: 'x' }, 'Invalid proxy'],
    ['a colon in the username', { username: 'a:b' }, 'Invalid proxy'],
    [
      'a line break in the username',
      { username: 'a\r\nx: y' },
      'Invalid input: username must not contain control characters',
    ],
    ['an unknown field', { scheme: 'http' }, 'Invalid input: scheme is not a field of this call'],
  ])('refuses %s', async (_what, over, message) => {
    const { status, body } = await world.add(over);
    expect([status, body.message]).toEqual([400, message]);
    expect(await world.list()).toEqual([]);
  });

  test.each([
    [{ username: 'a:b' }, 'Usernames can\'t contain ":"'],
    [{ host: 'good.example/x' }, 'Enter a hostname or IP address'],
  ])('says in a sentence what is wrong with %j', async (over, hint) => {
    expect((await world.add(over)).body).toMatchObject({ code: 'invalid_proxy', hint });
  });

  test.each([
    ...['localhost', '127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '0.0.0.0', '10.1.2.3'],
    ...['172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '[::1]', '::1', '::'],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', 'fd00::1', 'fe80::1'],
    ...['fe80::1%eth0', 'ff02::1', '①②⑦.0.0.1', 'inside.example', 'metadata.google.internal'],
  ])('refuses the host %s and makes no connection', async (host) => {
    world.app.internet.names.set('localhost', ['127.0.0.1', '::1']);
    const { status, body } = await world.add({ host, port: world.own.port === 80 ? 81 : 80 });
    expect([status, body.code]).toEqual([400, 'invalid_proxy']);
    expect(await world.list()).toEqual([]);
  });

  test.each([22, 25, 587, 5432, 6379])('access proxies: refuses port %i of other services', async (port) => {
    const { status, body } = await world.add({ host: 'good.example', port });
    expect([status, body.code, Object.keys(body.details as object)]).toEqual([
      400,
      'invalid_proxy',
      ['port'],
    ]);
    expect(await world.list()).toEqual([]);
    const { failed } = await world.bulk(`good.example:${port}`);
    expect(failed).toEqual([{ line: 1, reason: 'This port belongs to another kind of service' }]);
  });

  test('refuses the same host, port and username of one seller twice, including for simultaneous calls', async () => {
    const twice = await Promise.all([
      world.add({ username: 'ann' }),
      world.add({ username: 'ann', password: 'x' }),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await world.add({ username: 'ben' })).status).toBe(201);
    expect((await world.add()).status).toBe(201);
    expect((await world.add()).body).toMatchObject({ code: 'proxy_exists' });
    expect((await world.add({}, await world.app.signIn('mira', 'seller'))).status).toBe(201);
  });

  test('many that are added at the same time do not get in the way of each other', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const answers = await Promise.all(names.map((username) => world.add({ username })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  });

  test('refuses more than 500 proxies', async () => {
    await world.app.database.asOwner(
      `insert into proxies (user_id, host, port) select $1, 'proxy.example', n from generate_series(1, 499) n`,
      [world.sela.id],
    );
    expect(await world.bulk('one.example:1', 'two.example:2')).toMatchObject({
      message: 'Invalid input',
      hint: 'You can have at most 500 proxies, and you have 499.',
    });
    // those that are there already do not count again
    const known = ['one.example:1', ...Array.from({ length: 9 }, (_, n) => `proxy.example:${n + 1}`)];
    expect(await world.bulk(...known)).toMatchObject({ added: 1 });
    await world.app.database.asOwner(`delete from proxies where host = 'one.example'`);
    expect((await world.add()).status).toBe(201);
    expect((await world.add({ username: 'ann' })).status).toBe(400);
  });
});

describe('S6.07 mass addition', () => {
  test('adds the valid lines and gives a reason for each invalid one', async () => {
    await world.add({ username: 'there' });
    const answer = await world.bulk(
      `127.0.0.1:${world.own.port}:ann:secret`,
      '',
      'socks5://good.example:1080',
      `http://ben:p%40ss@127.0.0.1:${world.own.port}`,
      '10.0.0.1:3128',
      `127.0.0.1:${world.own.port}:ann:another`,
      'inside.example:80',
      `127.0.0.1:${world.own.port}:there:x`,
      'nonsense',
      'unknown.example:70000',
      'later.example:3128',
    );
    expect(answer).toEqual({
      added: 3,
      failed: [
        { line: 3, reason: 'socks5 proxies are not supported. Use an HTTP proxy' },
        { line: 5, reason: "Private addresses aren't allowed" },
        { line: 6, reason: 'Already in your list' },
        { line: 7, reason: "Private addresses aren't allowed" },
        { line: 8, reason: 'Already in your list' },
        { line: 9, reason: 'The port is missing' },
        { line: 10, reason: 'The port must be from 1 to 65535' },
      ],
    });
    const rows = await world.list('?sort=createdAt&dir=asc');
    const shown = rows.map(({ host, username, password, status }) => [host, username, password, status]);
    expect(shown[0]).toEqual(['127.0.0.1', 'there', null, 'active']);
    // proxies of one list have the same creation time, so their order varies
    expect(shown.slice(1).sort()).toEqual([
      ['127.0.0.1', 'ann', '••••', 'unchecked'],
      ['127.0.0.1', 'ben', '••••', 'unchecked'],
      ['later.example', null, null, 'unchecked'],
    ]);
  });

  test.each([[[]], [Array(201).fill('a:1')], ['a:1'], [['x'.repeat(1_001)]]])('refuses %j', async (lines) => {
    expect((await world.sela.call('POST', '/api/proxies/bulk', { lines })).status).toBe(400);
  });
});
