import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { sendDue } from './notifications.jobs.ts';
import { sendTest } from './notifications.lookups.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

const urlOf = (id: number) => `https://discord.com/api/webhooks/${id}/token`;
const put = (id: number) =>
  nova.call('PUT', '/api/notifications', { webhookUrl: urlOf(id), kinds: ['security'] });

test.each(['a message', 'a test message'])(
  'a webhook that replaced another one stays when %s to the old one finds it gone',
  async (kind) => {
    nova = await world.signIn('nova');
    await put(1);
    const discord = {
      ...world.services.discord,
      sendMessage: async () => {
        await put(2);
        return { kind: 'gone' } as const;
      },
    };
    const services = { ...world.services, discord };
    if (kind === 'a message') await sendDue(services);
    else await expect(sendTest(services, nova.id)).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await nova.call('GET', '/api/notifications')).body).toMatchObject({
      webhookUrl: 'https://discord.com/api/webhooks/2/••••',
    });
  },
);
