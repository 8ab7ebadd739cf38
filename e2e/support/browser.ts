import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--in-process-gpu',
];

/** Opens a headless Chromium. */
export async function openBrowser(): Promise<Browser> {
  return launch(await findBrowser());
}

const launch = (executablePath: string) => chromium.launch({ executablePath, args: ARGUMENTS });

/**
 * The path of a Chromium: the one of the npm package, or the system's, or the system's after an installation. The package's has
 * the same version on every machine, and as a headless shell it needs half the processor time of a whole browser. The package's
 * own arguments are not used, because they run everything in one process and disable web security.
 */
export async function findBrowser(): Promise<string> {
  try {
    const unpacked = await unpack();
    // the system may lack libraries that it needs
    await (await launch(unpacked)).close();
    return unpacked;
  } catch {
    return SYSTEM.find((path) => existsSync(path)) ?? installBrowser();
  }
}

function installBrowser(): string {
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'ignore',
  });
  return '/usr/bin/chromium';
}

/** The folder for the npm package's Chromium. A shared folder could contain another user's copy. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium');

/** The package takes its folder only from the environment variable TMPDIR. */
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
