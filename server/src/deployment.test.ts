import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@sterling/contract/api.ts';
import { expect, test } from 'vitest';
import { REPOSITORY, textOf } from '../test/repository.ts';
import { readConfig } from './config.ts';

/** Compares the deployment files with the code, and reads configurations as operators mistype them. */

test.each(['Production', 'prod', 'PRODUCTION', 'sandbox '])(
  'access 14: MODE=%j does not open the sandbox by mistake',
  (MODE) => {
    const read = () => readConfig({ MODE }).mode;
    if (MODE.trim() === 'sandbox') expect(read()).toBe('sandbox');
    else expect(read).toThrow(`MODE must be sandbox or production, not ${MODE}`);
  },
);

test('access 14: an empty variable counts as not set', () => {
  const names = ['MODE', 'ROLE', 'HOST', 'PORT', 'DATABASE_URL', 'METRICS_TOKEN', 'LOG_LEVEL', 'TIPS_URL'];
  const more = [
    'COLD_ADDRESS',
    'HOT_TARGET_LTC',
    'LITECOIN_MIN_VERSION',
    'PUBLIC_ORIGIN',
    'DATA_DIR',
    'SANDBOX_PORT',
  ];
  const empty = (value: string) => Object.fromEntries([...names, ...more].map((name) => [name, value]));
  expect(readConfig(empty(''))).toEqual(readConfig({}));
  expect(readConfig(empty('  '))).toEqual(readConfig({}));
});

test.each(['web', 'worker', 'signer'])(
  'access 14: the unit of the %s limits memory and processes',
  (role) => {
    const unit = textOf(`deploy/sterling-${role}.service`);
    expect(unit).toMatch(/^MemoryMax=\d+M$/m);
    expect(unit).toMatch(/^TasksMax=\d+$/m);
    // systemd would give up after five failed starts, such as while PostgreSQL recovers after a reboot
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    // the heap must fit
    const heap = Number(/--max-old-space-size=(\d+)/.exec(unit)![1]);
    expect(Number(/^MemoryMax=(\d+)M$/m.exec(unit)![1])).toBeGreaterThan(2 * heap);
  },
);

/** Each block of compose.yaml that starts a container, with the blocks that it merges. */
function containers(): [name: string, text: string][] {
  const blocks = textOf('compose.yaml').split(/^(?=x-|services:$|networks:$|volumes:$)/m);
  const shared = new Map(
    blocks.flatMap((block) => {
      const anchor = /^x-[\w-]+: &([\w-]+)\n/.exec(block)?.[1];
      return anchor ? [[anchor, block] as const] : [];
    }),
  );
  const services = blocks
    .find((block) => block.startsWith('services:'))!
    .split(/\n(?= {2}[\w-]+:\n)/)
    .slice(1);
  return services.map((text) => {
    const merged = [...text.matchAll(/^ {4}<<: \*([\w-]+)$/gm)].map(([, anchor]) => shared.get(anchor!)!);
    return [/[\w-]+/.exec(text)![0], text + merged.join('')];
  });
}

test.each(containers())(
  'access 14: the container %s has limits, no capabilities and a read-only root',
  (_name, text) => {
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
      'mem_limit: ',
      'pids_limit: ',
    ])
      expect(text).toContain(line);
  },
);

test.each(containers())('the log of the container %s cannot fill the disk', (_name, text) => {
  expect(text).toContain('logging: *logs');
});

test('no container gets the address of the proxy, whichever starts first', () => {
  const compose = textOf('compose.yaml');
  const [, own] = /ipv4_address: 172\.28\.0\.(\d+)/.exec(compose)!;
  const [, chosenFrom] = /ip_range: 172\.28\.0\.(\d+)\/25/.exec(compose)!;
  expect(Number(own)).toBeLessThan(Number(chosenFrom));
  expect(compose).toContain(`TRUSTED_PROXIES: 172.28.0.${own}\n`);
});

test('access 13: web, worker and signer have logins of their own, which `migrate` creates', () => {
  const loginsIn = (text: string, variable = 'DATABASE_URL') =>
    [...text.matchAll(new RegExp(`\\b${variable}[:=] ?postgres://(\\w+):`, 'g'))].map(([, name]) => name);
  const [named] = containers().filter(([name]) => name === 'migrate');
  const made = ['DATABASE_URL', 'WORKER_DATABASE_URL', 'SIGNER_DATABASE_URL'].map(
    (variable) => loginsIn(named![1], variable)[0],
  );
  expect(new Set(made).size).toBe(3);
  const inContainers = ['web', 'worker', 'signer'].map((role) => {
    const [, text] = containers().find(([name]) => name === role)!;
    // a service's own value stands before the merged one
    return loginsIn(text)[0];
  });
  expect(inContainers).toEqual(made);
  const inExamples = ['sterling', 'worker', 'signer'].map((name) =>
    loginsIn(textOf(`deploy/${name}.env.example`)),
  );
  expect(inExamples.flat()).toEqual(made);
  const files = [...textOf('deploy/sterling-worker.service').matchAll(/^EnvironmentFile=(.*)$/gm)];
  expect(files.map(([, file]) => file)).toEqual(['/etc/sterling/sterling.env', '/etc/sterling/worker.env']);
});

test('the proxy lets the largest body of the contract through', () => {
  const megabytes = Number(/^\t\tmax_size (\d+)MB$/m.exec(textOf('deploy/Caddyfile'))![1]);
  const largest = Math.max(...endpoints.map(({ bodyBytes }) => bodyBytes ?? 0));
  expect(megabytes * 1_000_000).toBeGreaterThan(largest);
  expect(largest).toBeGreaterThan(2 * 1024 * 1024);
});

test('access 14: the node’s RPC user may call exactly what the code calls', () => {
  const folder = join(REPOSITORY, 'server/src/outside');
  const code = readdirSync(folder)
    .filter((file) => /^litecoin-.*(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const called = [...code.join('').matchAll(/[cC]all(?:All)?\(\s*'([a-z]+)'/g)].map(([, name]) => name);
  const listed = /^rpcwhitelist=sterling:(.*)$/m.exec(textOf('deploy/litecoin.conf'))![1]!.split(',');
  expect(listed).toEqual([...new Set(called)].sort());
  expect(called.length).toBeGreaterThan(8);
});

test('access 14: no container with keys writes its memory to a disk, and the words of a seed are not logged', () => {
  const all = new Map(containers());
  for (const name of ['web', 'worker', 'signer', 'keys'])
    expect(all.get(name)).toMatch(
      /mem_limit: (\w+)\n(?:.*\n)*? {2}memswap_limit: \1\n {2}ulimits: \{ core: 0 \}/,
    );
  expect(all.get('keys')).toContain('logging: { driver: none }');
});

test('access 14: the files that an installation in the checkout needs are not committed by mistake', () => {
  const ignored = textOf('.gitignore').split('\n');
  for (const line of ['*.env', '/keys/', '/backup/', '/compose.override.yaml'])
    expect(ignored).toContain(line);
});
