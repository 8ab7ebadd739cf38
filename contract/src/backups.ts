import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FileReply, Success, Time } from './fields.ts';

/** A backup should be made every day. After this many hours, the last one is late. */
export const BACKUP_LATE_HOURS = 36;

const Backup = z.extend(Success, {
  /** File name for `GET /api/admin/backups/{file}`. */
  file: z.string(),
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
});
export type Backup = z.output<typeof Backup>;

export const backups = {
  last: endpoint({
    method: 'GET',
    path: '/api/admin/backup',
    access: 'owner',
    summary: 'The last backup: when it was made and its file; null before the first one',
    reply: z.object({ at: z.nullable(Time), file: z.nullable(z.string()) }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/admin/backup',
    access: 'owner',
    summary: 'Write a consistent snapshot of all tables to a file',
    stepUp: 'always',
    reply: Backup,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/admin/backups/{file}',
    access: 'owner',
    summary: 'Download a backup, which `npm run restore` reads',
    stepUp: 'always',
    params: z.strictObject({ file: z.string() }),
    reply: FileReply,
  }),
};
