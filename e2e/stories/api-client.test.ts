import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { product } from '../support/own-product.ts';
import { deposit, type Person, signInWithRole } from '../support/person.ts';
import { openSandbox } from '../support/sandbox.ts';
import { totpCode } from '../support/totp.ts';

/** A reseller's programs against the running product: the built client, its example and its command line. */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const client = join(root, 'packages/client');

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

let rex: Person;
let token: string;
let gamepass: string;

beforeAll(async () => {
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], { cwd: client });
});
