import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
  WALLET_SEED_FILE: '/etc/sterling/keys/wallet.json',
};

test('production without configuration names everything that is missing in one message', () => {
  const { MODE, ...needed } = production;
  expect(() => readConfig({ MODE })).toThrow(
    `MODE=production needs these to be set: ${Object.keys(needed).join(', ')}`,
  );
  expect(() => readConfig({ ...production, DISCORD_CLIENT_SECRET: ' ', PUBLIC_ORIGIN: '' })).toThrow(
    /: PUBLIC_ORIGIN, DISCORD_CLIENT_SECRET$/,
  );
});

test('production speaks to the real outside and cannot lift the limit of writes', () => {
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

test('only the proxies that are named are believed; in production one on the same machine, else none', () => {
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

test.each([
  ['ROLE', 'both', 'ROLE must be web, worker or all, not both'],
  ['PORT', '70000', 'PORT must be 0 to 65535, not 70000'],
  ['HOT_TARGET_LTC', '-1', 'HOT_TARGET_LTC must be an amount of LTC, not -1'],
])('a wrong %s is refused at the start', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});
