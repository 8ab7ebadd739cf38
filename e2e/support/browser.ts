import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];

/**
 * A headless Chromium: the system's, else the one that npm brought, else the system's after installing it. That of npm has
 * arguments of its own for servers in the cloud, which put everything into one process and switch rules of the web off: without.
 */
export async function openBrowser(): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return launch(system);
  return launch(await unpack()).catch(() => {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'ignore',
    });
    return launch('/usr/bin/chromium');
  });
}

const launch = (executablePath: string) => chromium.launch({ executablePath, args: QUIET });

/** Where the one of npm is unpacked to, by this clone and for it alone: in a folder that everyone shares it may be another user's. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium');

/** It asks the environment for a folder, and takes no other. */
async function unpack(): Promise<string> {
  mkdirSync(UNPACKED, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = UNPACKED;
  try {
    return await sparticuz.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
