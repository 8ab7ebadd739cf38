import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { dumpSchema } from './dump.ts';
import { SCHEMA_DUMP } from './sql-files.ts';

test('the committed schema.sql matches the migrations and sql/ (update it with npm run schema)', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/sterling_template';
  expect(await dumpSchema(url.href)).toBe(readFileSync(SCHEMA_DUMP, 'utf8'));
});
