import { accessSync, constants } from 'node:fs';
import type { Config } from './config.ts';
import { drain } from './platform/http/health.ts';
import { buildOperationsServer } from './platform/http/operations-server.ts';
import { buildServer } from './platform/http/server.ts';
import { hasWebApp } from './platform/http/web-app.ts';
import { makeFolder } from './platform/make-folder.ts';
import type { Services } from './services.ts';
import { naming, reasonOf } from './start-error.ts';
import { backupFolderOf } from './tools/backups/backups.ts';

/** Accepts requests at HOST and PORT, and the operator's at OPS_HOST and OPS_PORT. The returned function stops both. */
export async function startWeb(services: Services): Promise<() => Promise<void>> {
  const { host, port, drainMs, operations } = services.config;
  for (const warning of warningsFor(services.config)) services.log.warn(warning);
  const server = await buildServer(services);
  const closeServer = async () => {
    if (drainMs > 0) await drain(server, drainMs);
    await server.close();
  };
  try {
    await naming('HOST and PORT', () => server.listen({ host, port }));
    if (!operations) return closeServer;
    const operatorServer = buildOperationsServer(services);
    await naming('OPS_HOST and OPS_PORT', () => operatorServer.listen({ ...operations }));
    return async () => {
      await operatorServer.close();
      await closeServer();
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** What production lacks. It runs without these, and visitors or owners would find out later. The sandbox's pages can come from Vite. */
export function warningsFor(config: Config, hasPages = hasWebApp()): string[] {
  if (config.mode !== 'production') return [];
  const pages = hasPages
    ? []
    : ['web/dist has no pages: make them with `npm ci` and `npm run build`, copy them and restart'];
  return [...pages, ...backupWarnings(config)];
}

function backupWarnings({ dataDir, backups }: Config): string[] {
  // without recipients the panel refuses a backup and says why
  if (backups.recipients.length === 0) return [];
  const folder = backupFolderOf(dataDir);
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return [];
  } catch (error) {
    return [`DATA_DIR: backups cannot be written to ${folder}: ${reasonOf(error)}`];
  }
}
