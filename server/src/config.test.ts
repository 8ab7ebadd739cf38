import { expect, test } from 'vitest';
import { textOf } from '../test/repository.ts';
import { readConfig } from './config.ts';
import { warningsFor } from './web.ts';

const production = {
  MODE: 'production',
  DATA_DIR: '/var/lib/sterling',
  DATABASE_URL: 'postgres://sterling@127.0.0.1/sterling',
  PUBLIC_ORIGIN: 'https://sterling.example',
  OWNER_DISCORD_IDS: '1, 2',
  DISCORD_CLIENT_ID: 'id',
  DISCORD_CLIENT_SECRET: 'secret',
  LITECOIN_RPC_URL: 'http://127.0.0.1:9332',
  LITECOIN_RPC_USER: 'sterling',
  LITECOIN_RPC_PASSWORD: 'password',
  VAULT_KEY_FILE: '/etc/sterling/keys/vault.json',
  WALLET_SEED_FILE: '/etc/sterling/wallet/wallet.json',
  SIGNER_KEY_FILE: '/etc/sterling/signer/signer.json',
  SIGNER_JOURNAL_FILE: '/var/lib/sterling-signer/signed.jsonl',
};

test('production without configuration fails with one message that names all missing variables', () => {
  const { MODE, ...needed } = production;
  expect(() => readConfig({ MODE })).toThrow(
    `MODE=production needs these to be set: ${Object.keys(needed).join(', ')}`,
  );
  expect(() => readConfig({ ...production, DISCORD_CLIENT_SECRET: ' ', PUBLIC_ORIGIN: '' })).toThrow(
    /: PUBLIC_ORIGIN, DISCORD_CLIENT_SECRET$/,
  );
});

test('production uses the real services and cannot lift the action limit', () => {
  const config = readConfig({ ...production, ACTION_LIMIT: 'off', SANDBOX_PORT: '5001' });
  expect(config).toMatchObject({
    mode: 'production',
    role: 'all',
    host: '127.0.0.1',
    sandboxUrl: null,
    ownerDiscordIds: ['1', '2'],
    actionLimit: true,
    litecoin: { network: 'main' },
  });
  expect(JSON.stringify(config)).not.toContain(':5001');
});

const neededBy = (ROLE: string): string[] => {
  try {
    readConfig({ MODE: 'production', ROLE });
    return [];
  } catch (error) {
    return (error as Error).message.split(': ')[1]!.split(', ');
  }
};

test('only the signer gets the seed file, and the signer gets no other secrets', () => {
  for (const role of ['web', 'worker']) {
    expect(neededBy(role)).toContain('WALLET_PUBLIC_FILE');
    const env = { ...production, ROLE: role, WALLET_PUBLIC_FILE: '/etc/sterling/keys/wallet.public.json' };
    const { keys } = readConfig(env);
    expect(keys).toEqual({
      vaultFile: production.VAULT_KEY_FILE,
      walletFile: '/etc/sterling/keys/wallet.public.json',
      signing: null,
    });
  }
  expect(neededBy('signer')).toEqual([
    'DATABASE_URL',
    'LITECOIN_RPC_URL',
    'LITECOIN_RPC_USER',
    'LITECOIN_RPC_PASSWORD',
    'WALLET_SEED_FILE',
    'SIGNER_KEY_FILE',
    'SIGNER_JOURNAL_FILE',
  ]);
  const signerConfig = JSON.stringify(readConfig({ ...production, ROLE: 'signer' }));
  for (const name of ['DISCORD_CLIENT_SECRET', 'VAULT_KEY_FILE', 'PUBLIC_ORIGIN'] as const)
    expect(signerConfig).not.toContain(production[name]);
});

test('the signer has default limits in production, which can be configured, and no limits in the sandbox', () => {
  expect(readConfig(production).signer).toEqual({ paymentLimit: 50e8, dayLimit: 500e8 });
  const own = readConfig({ ...production, SIGNER_PAYMENT_LTC: '2.5', SIGNER_DAY_LTC: '10' });
  expect(own.signer).toEqual({ paymentLimit: 2.5e8, dayLimit: 10e8 });
  expect(() => readConfig({ ...production, SIGNER_DAY_LTC: '20' })).toThrow(
    'SIGNER_PAYMENT_LTC must not be more than SIGNER_DAY_LTC: 50 LTC is more than 20 LTC',
  );
  expect(readConfig({}).signer.paymentLimit).toBeGreaterThanOrEqual(84e6 * 1e8);
});

test('only configured proxies are trusted; the default is localhost in production and none in the sandbox', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig(production).trustedProxies).toEqual(['127.0.0.1']);
  const named = readConfig({ ...production, TRUSTED_PROXIES: '172.28.0.0/16, fd00::1' });
  expect(named.trustedProxies).toEqual(['172.28.0.0/16', 'fd00::1']);
  for (const wrong of ['proxy', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/8/8', '300.1.1.1']) {
    expect(() => readConfig({ TRUSTED_PROXIES: wrong })).toThrow(
      `TRUSTED_PROXIES must be addresses or networks, not ${wrong}`,
    );
  }
});

const NOT_RECIPIENTS =
  'BACKUP_RECIPIENTS must be public keys of age (age1…), separated by commas, and never the secret key';

test.each([
  ['ROLE', 'both', 'ROLE must be web, worker, signer or all, not both'],
  ['PORT', '70000', 'PORT must be 0 to 65535, not 70000'],
  ['PORT', '0x1388', 'PORT must be 0 to 65535, not 0x1388'],
  ['DRAIN_SECONDS', '6', 'DRAIN_SECONDS must be a whole number from 0 to 5, not 6'],
  ['BACKUP_KEEP_DAILY', 'all', 'BACKUP_KEEP_DAILY must be a whole number from 0 to 3650, not all'],
  ...[
    'AGE-SECRET-KEY-1QQ',
    'age-secret-key-1qq',
    // a space instead of a comma
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p AGE-SECRET-KEY-1QQ',
    // a mistyped letter
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q',
  ].map((text): [string, string, string] => ['BACKUP_RECIPIENTS', text, NOT_RECIPIENTS]),
  ['HOT_TARGET_LTC', '-1', 'HOT_TARGET_LTC must be an amount of LTC, not -1'],
  ['TIPS_URL', 'tips', 'TIPS_URL must be an address such as http://127.0.0.1:9332, not tips'],
  ['TIPS_URL', 'https://me:pass@tips.example', 'TIPS_URL must not contain a user or a password'],
  ['OWNER_DISCORD_IDS', ' , ', 'OWNER_DISCORD_IDS must name at least one owner'],
  // the units and the image set it, so a forgotten MODE does not open the sandbox
  ['NODE_ENV', 'production', 'MODE must be set: NODE_ENV is production'],
  ['SIGNER_DAY_LTC', 'much', 'SIGNER_DAY_LTC must be an amount of LTC, not much'],
  [
    'DISCORD_INVITE_URL',
    'https://discord.gg.evil.test/x',
    'DISCORD_INVITE_URL must be an invite such as https://discord.gg/…, not https://discord.gg.evil.test/x',
  ],
])('an invalid %s is refused at the start', (name, value, message) => {
  const rest = name === 'OWNER_DISCORD_IDS' ? production : {};
  expect(() => readConfig({ ...rest, [name]: value })).toThrow(message);
});

test('a second node needs all of its variables, replaces the API, and is another node', () => {
  const second = {
    LITECOIN_SECOND_RPC_URL: 'http://10.0.0.2:9332',
    LITECOIN_SECOND_RPC_USER: 'sterling',
    LITECOIN_SECOND_RPC_PASSWORD: 'other',
  };
  expect(readConfig(production).litecoin.second).toBeNull();
  expect(readConfig({ ...production, ...second }).litecoin).toMatchObject({
    second: { rpcUrl: 'http://10.0.0.2:9332', rpcUser: 'sterling', rpcPassword: 'other' },
    tipsUrl: null,
  });
  const { LITECOIN_SECOND_RPC_URL, ...rest } = second;
  expect(() => readConfig({ ...production, LITECOIN_SECOND_RPC_URL })).toThrow(
    'a second node also needs LITECOIN_SECOND_RPC_USER and LITECOIN_SECOND_RPC_PASSWORD',
  );
  expect(() => readConfig({ ...production, ...rest })).toThrow('LITECOIN_SECOND_RPC_URL');
  const nowhere = { ...second, LITECOIN_SECOND_RPC_URL: '10.0.0.2:9332' };
  expect(() => readConfig({ ...production, ...nowhere })).toThrow(
    'LITECOIN_SECOND_RPC_URL must be an address',
  );
  expect(() => readConfig({ ...production, ...second, TIPS_URL: 'https://tips.example' })).toThrow(
    'not both',
  );
  for (const end of ['', '/']) {
    const same = { ...second, LITECOIN_SECOND_RPC_URL: `${production.LITECOIN_RPC_URL}${end}` };
    expect(() => readConfig({ ...production, ...same })).toThrow('must be another node');
  }
});

test('an older node raises an alarm in production, and in the sandbox only when a version is set', () => {
  expect(readConfig(production).litecoin.minVersion).toBe('0.21.5.5');
  expect(readConfig({ ...production, LITECOIN_MIN_VERSION: 'off' }).litecoin.minVersion).toBeNull();
  expect(readConfig({}).litecoin.minVersion).toBeNull();
  expect(readConfig({ LITECOIN_MIN_VERSION: '0.22' }).litecoin.minVersion).toBe('0.22');
  expect(() => readConfig({ LITECOIN_MIN_VERSION: 'new' })).toThrow('not new');
});

/** Every variable that the configuration reads, in either mode. */
function variables(): string[] {
  const read = new Set<string>();
  for (const values of [production, {}] as Record<string, string>[]) {
    const env = new Proxy(values, {
      get: (target, name) => {
        read.add(String(name));
        return target[String(name)];
      },
    });
    readConfig(env);
  }
  return [...read].sort();
}

test('the table in docs/guide/operations.md lists exactly the variables that exist', () => {
  const rows = textOf('docs/guide/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(variables());
});

const assignments = (file: string, pattern: RegExp): string[] =>
  [...textOf(file).matchAll(pattern)].map(([, name]) => name!);

test('deployment files set only variables that exist, and all that each role needs', () => {
  const exampleOf = (name: string) => assignments(`deploy/${name}.env.example`, /^#?([A-Z_]+)=/gm);
  const [shared, signers] = [exampleOf('sterling'), exampleOf('signer')];
  const workers = [...shared, ...exampleOf('worker')];
  const compose = assignments('compose.yaml', /^ {4,6}([A-Z_]+): /gm);
  const unitOf = (role: string) => {
    const line = /^Environment=(.*)$/m.exec(textOf(`deploy/sterling-${role}.service`))![1]!;
    return [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!);
  };
  const others = /^(POSTGRES_\w+|SITE|WEB|DATABASE_OWNER_URL|(?:WORKER|SIGNER)_DATABASE_URL)$/;
  const all = variables();
  for (const role of ['web', 'worker', 'signer'] as const) {
    const example = { web: shared, worker: workers, signer: signers }[role];
    for (const names of [example, compose, unitOf(role)])
      expect(names.filter((name) => !others.test(name) && !all.includes(name))).toEqual([]);
    expect([...example, ...unitOf(role)]).toEqual(expect.arrayContaining(neededBy(role)));
    expect([...example, ...compose]).toEqual(expect.arrayContaining(neededBy(role)));
  }
  expect(signers.filter((name) => /DISCORD|VAULT|OWNER/.test(name))).toEqual([]);
});

test('the explorer of transactions is an https address with a place for the id', () => {
  const explorerUrl = 'https://litecoinspace.org/tx/{txid}';
  expect(readConfig({ ...production, LITECOIN_EXPLORER_URL: explorerUrl }).litecoin.explorerUrl).toBe(
    explorerUrl,
  );
  expect(readConfig(production).litecoin.explorerUrl).toBeNull();
  for (const wrong of ['https://litecoinspace.org/tx/', 'javascript:alert(1)//{txid}', 'http://x/{txid}']) {
    expect(() => readConfig({ ...production, LITECOIN_EXPLORER_URL: wrong })).toThrow(
      /^LITECOIN_EXPLORER_URL must be/,
    );
  }
});

test('a web process of production warns of missing pages and of a folder that backups cannot be written to', () => {
  const config = {
    ...production,
    BACKUP_RECIPIENTS: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    DATA_DIR: '/proc/sterling',
  };
  expect(warningsFor(readConfig(config), false)).toEqual([
    expect.stringMatching(/^web\/dist has no pages/),
    expect.stringMatching(/^DATA_DIR: backups cannot be written to \/proc\/sterling\/backups: ENOENT/),
  ]);
  // without recipients there are no backups, and the sandbox's pages can come from elsewhere
  expect(warningsFor(readConfig(production), true)).toEqual([]);
  expect(warningsFor(readConfig({}), false)).toEqual([]);
});
