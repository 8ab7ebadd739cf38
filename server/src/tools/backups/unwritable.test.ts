import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';
import { backupFolderOf } from './backups.ts';

test('a backup that cannot be written to the disk is refused with the cause', async () => {
  const world = await openTestApp();
  try {
    // a folder of the kernel, in which nobody can create files
    symlinkSync('/sys', backupFolderOf(world.services.config.dataDir));
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
