import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@sterling/contract/api.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { makeBackup } from './backups.ts';

/** The names that `makeBackup` gives its files. Anything else, such as a path, is refused. */
const FILE_NAME = /^sterling-\d{8}T\d{9}Z\.backup\.gz$/;

export function backupRoutes({ config, pg }: Pick<Services, 'config' | 'pg'>): Route[] {
  const directory = join(config.dataDir, 'backups');
  return [
    handle(api.backups.make, async ({ user, request, write }) => {
      const backup = await makeBackup(pg, directory);
      const entry = { actorId: user.id, action: 'backups.made', subjectId: backup.file, ip: request.ip };
      await write((tx) => record(tx, { ...entry, after: backup }));
      return { success: true as const, message: 'Backup created.', ...backup };
    }),
    handle(api.backups.download, async ({ user, request, params: { file }, reply, write }) => {
      if (!FILE_NAME.test(file)) refuse('not_found');
      const path = join(directory, file);
      const { size } = await stat(path).catch(() => refuse('not_found'));
      const entry = { actorId: user.id, action: 'backups.downloaded', subjectId: file, ip: request.ip };
      await write((tx) => record(tx, entry));
      return reply
        .type('application/gzip')
        .header('cache-control', 'no-store')
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(createReadStream(path));
    }),
  ];
}
