import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@sterling/contract/api.ts';
import { phrase, t } from '@sterling/contract/texts.ts';
import { record } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readLastBackup } from './backups.reads.ts';
import { backupFolderOf, makeBackup, pruneBackups } from './backups.ts';
import { FILE_NAME } from './pruning.rules.ts';

export function backupRoutes({ config, db, pg }: Pick<Services, 'config' | 'db' | 'pg'>): Route[] {
  const directory = backupFolderOf(config.dataDir);
  return [
    handle(api.backups.last, async () => {
      const { at = null, file = null } = (await readLastBackup(db)) ?? {};
      return { at, file };
    }),
    handle(api.backups.make, async ({ user, write }) => {
      const { recipients } = config.backups;
      if (recipients.length === 0 && config.mode === 'production')
        refuse('service_unavailable', {
          hint: phrase(
            'Backups are encrypted. Set BACKUP_RECIPIENTS (docs/guide/operations.md, Backups) and restart the web process.',
          ),
        });
      const backup = await makeBackup(pg, directory, recipients).catch(refuseUnwritable);
      const pruned = await pruneBackups(directory, config.backups);
      const after = { ...backup, pruned };
      await write((tx) =>
        record(tx, { actorId: user.id, action: 'backups.made', subjectId: backup.file, after }),
      );
      return { success: true as const, message: t('Backup created.'), ...backup };
    }),
    handle(api.backups.download, async ({ user, params: { file }, reply, write }) => {
      // anything else, such as a path, is refused
      if (!FILE_NAME.test(file)) refuse('not_found');
      const path = join(directory, file);
      const { size } = await stat(path).catch(() => refuse('not_found'));
      await write((tx) => record(tx, { actorId: user.id, action: 'backups.downloaded', subjectId: file }));
      return reply
        .type(file.endsWith('.age') ? 'application/octet-stream' : 'application/gzip')
        .header('cache-control', 'no-store')
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(createReadStream(path));
    }),
  ];
}

/** The disk is full, or the folder cannot be written to. */
const UNWRITABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

/** Rethrows an error, and that of a disk as a refusal that an owner understands. */
function refuseUnwritable(error: NodeJS.ErrnoException): never {
  if (!UNWRITABLE.has(error.code ?? '')) throw error;
  return refuse('service_unavailable', {
    hint: phrase('The backup cannot be written to the disk ({code}). Nothing is left of it.', {
      code: error.code!,
    }),
  });
}
