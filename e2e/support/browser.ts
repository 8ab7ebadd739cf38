import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  return launch(await sparticuz.executablePath()).catch(() => {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'ignore',
    });
    return launch('/usr/bin/chromium');
  });
}

const launch = (executablePath: string) => chromium.launch({ executablePath, args: QUIET });
