import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Success } from './fields.ts';

export const Backup = z.extend(Success, {
  /** Its name; `GET /api/admin/backups/{file}` gives it. */
  file: z.string(),
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
});
export type Backup = z.output<typeof Backup>;

export const backups = {
  make: endpoint({
    method: 'POST',
    path: '/api/admin/backup',
    access: 'owner',
    summary: 'Write every table, as all are at one moment, to a file',
    reply: Backup,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/admin/backups/{file}',
    access: 'owner',
    summary: 'A backup as a download; `npm run restore` reads it',
    params: z.strictObject({ file: z.string() }),
    /** The file itself. */
    reply: z.unknown(),
  }),
};
