import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AddressGuard,
  ForbiddenHost,
  isPublic,
  openAddressGuard,
  UnknownHost,
} from './address-guard.ts';

const NOT_PUBLIC = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.254', '100.100.100.200', '127.0.0.1'],
  ...['127.255.255.254', '168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.192', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '224.0.0.1', '239.1.1.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  ...[
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:20::1',
  ],
  ...[
    '2002:7f00:1::',
    '2002:a00:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
  ],
  ...['2606:4700::1111%eth0', '4000::1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', ''],
];
const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.1', '169.253.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '192.169.1.1', '198.17.1.1'],
  ...['198.20.0.1', '223.255.255.255', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1'],
];

describe('S6.07 an address', () => {
  test.each(NOT_PUBLIC)('%s is not public', (address) => expect(isPublic(address)).toBe(false));
  test.each(PUBLIC)('%s is public', (address) => expect(isPublic(address)).toBe(true));
});

describe('S6.07 the guard', () => {
  /** A server on this machine that no test may reach. */
  let canary: Server;
  let port: number;
  let visits: Socket[];
  beforeEach(async () => {
    visits = [];
    canary = createServer((socket) => void visits.push(socket));
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    port = (canary.address() as { port: number }).port;
  });
  afterEach(async () => {
    for (const visit of visits) visit.destroy();
    await new Promise((resolve) => canary.close(resolve));
  });

  const production = { sandboxUrl: null };

  function connect(guard: AddressGuard, hostname: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      guard.connect(
        { hostname, host: `${hostname}:${port}`, protocol: 'http:', port: String(port) },
        (...[error, socket]) => {
          if (error) return reject(error);
          socket.destroy();
          return resolve('connected');
        },
      );
    });
  }

  test('a public name is resolved once and connected at the checked address', async () => {
    const dialled: string[] = [];
    let asked = 0;
    const guard = openAddressGuard(production, {
      resolve: async () => [['203.0.113.9', '127.0.0.1'][asked++]!],
      dial: ({ hostname, servername }, callback) => {
        dialled.push(hostname, String(servername));
        callback(new Error('nobody there'), null);
      },
    });
    await expect(connect(guard, 'proxy.example')).rejects.toThrow('nobody there');
    expect([dialled, asked]).toEqual([['203.0.113.9', 'undefined'], 1]);
  });

  test('a name that resolves to this machine at the time of the connection is refused', async () => {
    const answers = [['203.0.113.9'], ['127.0.0.1']];
    const guard = openAddressGuard(production, { resolve: async () => answers.shift()! });
    expect(await guard.addressesOf('rebinding.example', port)).toEqual(['203.0.113.9']);
    await expect(connect(guard, 'rebinding.example')).rejects.toThrow(ForbiddenHost);
    expect(visits).toHaveLength(0);
  });

  test.each([
    ['an address of this machine', '127.0.0.1'],
    ['an address in brackets', '[::ffff:127.0.0.1]'],
    ['the unspecified address', '0.0.0.0'],
    ['a decimal address, which counts as a name', '2130706433'],
    ['an octal address', '0177.0.0.1'],
    ['a name of this machine', 'localhost'],
    ['a name with one private address', 'half.example'],
  ])('%s is refused', async (_what, hostname) => {
    const resolve = async (name: string) =>
      name === 'half.example' ? ['203.0.113.9', '127.0.0.1'] : ['127.0.0.1'];
    await expect(connect(openAddressGuard(production, { resolve }), hostname)).rejects.toThrow(ForbiddenHost);
    expect(visits).toHaveLength(0);
  });

  test.each(['localhost', 'LOCALHOST.', 'api.localhost', 'metadata.google.internal', 'printer.local.'])(
    '%s is this machine or in its network, even if the resolver does not know it',
    async (name) => {
      const guard = openAddressGuard(production, { resolve: async () => [] });
      await expect(guard.addressesOf(name, port)).rejects.toThrow(ForbiddenHost);
    },
  );

  test('a name without an address is unknown', async () => {
    const guard = openAddressGuard(production, { resolve: async () => [] });
    await expect(guard.addressesOf('nowhere.example', port)).rejects.toThrow(UnknownHost);
    await expect(connect(guard, 'nowhere.example')).rejects.toThrow(UnknownHost);
  });

  test('the next address is tried when one refuses the connection', async () => {
    const dialled: string[] = [];
    const guard = openAddressGuard(production, {
      resolve: async () => ['203.0.113.1', '203.0.113.2'],
      dial: ({ hostname }, callback) => {
        dialled.push(hostname);
        callback(new Error('nobody there'), null);
      },
    });
    await expect(connect(guard, 'two.example')).rejects.toThrow('nobody there');
    expect(dialled).toEqual(['203.0.113.1', '203.0.113.2']);
  });

  test('the sandbox is reachable at its own address and port, and nothing else on the machine', async () => {
    const sandbox = openAddressGuard({ sandboxUrl: `http://127.0.0.1:${port}` });
    expect(await connect(sandbox, '127.0.0.1')).toBe('connected');
    const other = openAddressGuard(
      { sandboxUrl: `http://127.0.0.1:${port === 1 ? 2 : port - 1}` },
      { resolve: async () => ['127.0.0.1'] },
    );
    await expect(connect(other, '127.0.0.1')).rejects.toThrow(ForbiddenHost);
    const byName = openAddressGuard(
      { sandboxUrl: `http://127.0.0.1:${port}` },
      { resolve: async () => ['127.0.0.1'] },
    );
    await expect(connect(byName, 'localhost')).rejects.toThrow(ForbiddenHost);
  });
});

test('the public address of this machine itself is refused', async () => {
  const guard = openAddressGuard({ sandboxUrl: null }, { own: () => ['45.33.32.77', '2600:3c01::77'] });
  for (const host of ['45.33.32.77', '2600:3c01::77', '2600:3c01:0::77'])
    await expect(guard.addressesOf(host, 8443)).rejects.toThrow(ForbiddenHost);
  expect(await guard.addressesOf('45.33.32.78', 8443)).toEqual(['45.33.32.78']);
});
