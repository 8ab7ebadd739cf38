import { phrase } from '@sterling/contract/texts.ts';
import { refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import { type GamePlatform, GameTrouble } from '../../outside/game-platform.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { readProofTarget } from './reports.reads.ts';

/** The account named Roblox. Its profile is read when the reported name belongs to nobody. */
const ID_OF_ROBLOX = '1';

/**
 * Checks that the public profile of the reported account has the report's code, and returns its Roblox id. Refuses with not_found, code_not_found and
 * outside_failed. Roblox is asked the same for every name, so that neither the answer nor its time reveals who sells here.
 */
export async function proveReport(db: Db, game: GamePlatform, id: string): Promise<string> {
  const { code, robloxUsername, robloxUserId } = await readProofTarget(db, id);
  const named = await game.userIdOf(robloxUsername).catch(refuseTrouble);
  const userId = robloxUserId ?? named;
  const text = await game.profileText(userId ?? ID_OF_ROBLOX).catch(emptyIfUnknown);
  if (userId !== null && text.includes(code)) return userId;
  return refuse('code_not_found', {
    hint: phrase('Put {code} into the public profile of the Roblox account.', { code }),
  });
}

function emptyIfUnknown(error: unknown): string {
  return error instanceof GameTrouble && error.trouble.kind === 'not_found' ? '' : refuseTrouble(error);
}
