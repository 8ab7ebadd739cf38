import type { FoundPasses } from '@sterling/contract/gamepasses.ts';
import { refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import type { GamePlatform, PassOwner, PassSearch } from '../../outside/game-platform.ts';
import { openRecent } from '../../platform/recent.ts';
import { refuse } from '../../refusal.ts';
import { readOwner } from './gamepasses.rules.ts';

/** A buyer changes a price and searches again, so answers are kept for a short time only. */
const KEPT_MS = 20_000;
const MAX_KEPT = 1_000;

type Asked = Promise<PassSearch | null>;
const recent = openRecent<GamePlatform, Asked>(MAX_KEPT);

/**
 * Lists the gamepasses on sale of the user or experience that a typed text names. Refuses with invalid_pass_owner and a hint,
 * roblox_user_not_found, experience_not_found or outside_failed.
 */
export async function findPasses(game: GamePlatform, typed: string): Promise<FoundPasses> {
  const read = readOwner(typed);
  if ('help' in read) return refuse('invalid_pass_owner', { hint: read.help });
  const found = await searchOnce(game, read.owner).catch(refuseTrouble);
  if (!found)
    return refuse(read.owner.kind.startsWith('user') ? 'roblox_user_not_found' : 'experience_not_found');
  const onSale = found.passes.flatMap(({ priceRobux, ...pass }) =>
    priceRobux === null
      ? []
      : [{ ...pass, price: priceRobux, url: `https://www.roblox.com/game-pass/${pass.id}` }],
  );
  return {
    owner: found.owner,
    passes: onSale,
    offSale: found.passes.length - onSale.length,
    isComplete: found.isComplete,
  };
}

/** Searches at the same time or within seconds share one answer. A failure is not kept. */
function searchOnce(game: GamePlatform, owner: PassOwner): Asked {
  const key = `${owner.kind} ${owner.id.toLowerCase()}`;
  const known = recent.get(game, key);
  if (known) return known;
  const asked = game.findPasses(owner);
  recent.keep(game, key, asked, KEPT_MS);
  asked.catch(() => recent.drop(game, key));
  return asked;
}
