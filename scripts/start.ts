import { ensureWebBuild } from './web-build.ts';
import { startWorld } from './world.ts';

/** `npm start`: builds the web app if needed, starts sandbox and product, and prints their addresses. */
await ensureWebBuild();
console.log(
  'Starting the database, the sandbox and the server. The first start also creates the demo world…',
);
const world = await startWorld(process.env);
console.log(`
  Sterling is up     ${world.origin}
  The sandbox        ${world.sandboxUrl}   (users, coins, blocks, Roblox accounts and gamepasses to try it with)
  API                ${world.origin}/api/docs

  Sign in as nova (buyer), sela (seller), ada (admin) or otto (owner). Ctrl+C stops everything.
`);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await world.stop();
  process.exit(0);
}
