import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from '../server/src/platform/db/dump.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { SCHEMA_DUMP } from '../server/src/platform/db/sql-files.ts';

/** `npm run schema`: generates `server/schema.sql` and the table types from the migrations and `server/sql`. */
const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'sterling-schema-'));
const postgres = await startEmbedded(directory, { fsync: 'off' });
try {
  await migrate(postgres.url);
  writeFileSync(SCHEMA_DUMP, await dumpSchema(postgres.url));
  const types = join(root, 'server/src/platform/db/types.generated.ts');
  // biome-ignore format: an option stands beside its value
  execFileSync(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    '--dialect', 'postgres', '--url', postgres.url, '--camel-case', '--default-schema', 'public',
    '--type-mapping', JSON.stringify({ int8: 'number', uuid: 'string' }), '--out-file', types,
  ]);
} finally {
  const cluster = realpathSync(join(directory, 'cluster'));
  await postgres.stop();
  rmSync(cluster, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}
