import { refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import type { GamePlatform } from '../../outside/game-platform.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { readProofTarget } from './reports.ts';

/** Checks that the public profile of the reported account has the report's code. Refuses with not_found, code_not_found and outside_failed. */
export async function proveReport(db: Db, game: GamePlatform, id: string): Promise<void> {
  const { code, robloxUserId } = await readProofTarget(db, id);
  const text = robloxUserId === null ? '' : await game.profileText(robloxUserId).catch(refuseTrouble);
  if (!text.includes(code)) {
    refuse('code_not_found', { hint: `Put ${code} into the public profile of the Roblox account.` });
  }
}
