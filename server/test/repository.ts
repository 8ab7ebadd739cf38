import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const REPOSITORY = join(import.meta.dirname, '../..');

/** The text of a file, by its path in the repository. */
export const textOf = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');
