import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { dumpSchema } from './dump.ts';
import { MIGRATIONS } from './migrate.ts';

test('the committed schema is what the migrations make (npm run schema)', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/sterling_template';
  expect(await dumpSchema(url.href)).toBe(readFileSync(join(MIGRATIONS, 'schema.sql'), 'utf8'));
});
