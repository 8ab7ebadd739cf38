import { caller } from './app.ts';
import type { OrderWorld } from './order-world.ts';

/** Reports a Roblox account as its owner would, without a session. `code` goes into the profile to prove who reports. */
export async function reportAccount(
  { app }: Pick<OrderWorld, 'app'>,
  robloxUsername: string,
): Promise<{ id: string; code: string }> {
  const details = { robloxUsername, contact: 'me@example.test', text: 'It is mine.' };
  const { body } = await caller(app, '').call('POST', '/api/reports', details);
  return { id: String(body.id), code: String(body.code) };
}
