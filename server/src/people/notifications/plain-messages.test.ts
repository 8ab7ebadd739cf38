import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { controlOf } from '../../../test/sandbox.ts';
import { sendDue } from './notifications.jobs.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

test('a name that someone with a stolen session chose is no link or format in a Discord message', async () => {
  const nova = await world.signIn('nova');
  const webhookUrl = 'https://discord.com/api/webhooks/77/token';
  await nova.call('PUT', '/api/notifications', { webhookUrl, kinds: ['security'] });
  await enrolApp(nova, '[Undo](https://evil.io) *x* <@1> a_b_');
  while ((await sendDue(world.services)) > 0);
  const sent = await controlOf(world.sandboxUrl)<{ body: { content: string } }[]>('GET', '/discord/messages');
  const text = sent.map(({ body }) => body.content).join();
  expect(text).toContain(String.raw`\[Undo\](https://evil.io) \*x\* \<@1\> a\_b\_`);
});
