import { runCommand } from './database.ts';
import { ensureWebBuild } from './web-build.ts';
import { startWorld, type World } from './world.ts';

/** `npm start`: builds the web app if needed, starts sandbox and product, and prints their addresses. */
await ensureWebBuild();
console.log(
  'Starting the database, the sandbox and the server. The first start also creates the demo world…',
);
let world: World | null = null;
const stopping = new AbortController();
// 'disconnect' arrives when a parent process with an IPC channel ends
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, end);
world = await startWorld(process.env, stopping.signal).catch((error: Error) =>
  runCommand(async () => {
    if (stopping.signal.aborted) return 0;
    throw error;
  }),
);
console.log(`
  Sterling is up     ${world.origin}
  The sandbox        ${world.sandboxUrl}   (users, coins, blocks, Roblox accounts and gamepasses to try it with)
  API                ${world.origin}/api/docs

  Sign in as nova (buyer), sela (seller), ada (admin) or otto (owner). Ctrl+C stops everything.
`);

async function end(): Promise<void> {
  stopping.abort();
  // `startWorld` stops what it has started
  if (!world) return;
  await world.stop();
  process.exit(0);
}
