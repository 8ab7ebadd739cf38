import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';

test('a backup that cannot be written to the disk is refused with the cause', async () => {
  const world = await openTestApp({ dataDir: '/sys' });
  try {
    const otto = await world.signIn('otto', 'admin', true);
    expect(await otto.call('POST', '/api/admin/backup')).toMatchObject({
      status: 503,
      body: {
        code: 'service_unavailable',
        hint: expect.stringContaining('cannot be written to the disk (E'),
      },
    });
  } finally {
    await world.close();
  }
});
