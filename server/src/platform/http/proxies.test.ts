import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { buildServer } from './server.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

/** The client address that the server derives for a request. */
async function seenAs(trustedProxies: readonly string[], remoteAddress: string): Promise<string> {
  const { services } = world;
  const app = await buildServer({ ...services, config: { ...services.config, trustedProxies } });
  let seen = '';
  app.addHook('onRequest', async (request) => {
    seen = request.ip;
  });
  await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } });
  await app.close();
  return seen;
}

test('X-Forwarded-For counts only when it comes from a trusted proxy', async () => {
  expect(await seenAs([], '172.28.0.4')).toBe('172.28.0.4');
  expect(await seenAs(['172.28.0.0/16'], '172.28.0.4')).toBe('203.0.113.9');
  expect(await seenAs(['172.28.0.0/16'], '198.51.100.7')).toBe('198.51.100.7');
});
