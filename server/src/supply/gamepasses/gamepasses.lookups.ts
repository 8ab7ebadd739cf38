import type { Robux } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { refuseTrouble } from '../../outside/game-platform/refuse-trouble.ts';
import type { GamePlatform, Gamepass } from '../../outside/game-platform.ts';
import { openRecent } from '../../platform/recent.ts';
import { refuse } from '../../refusal.ts';
import { readPassAddress } from './gamepasses.rules.ts';

/** A pass that can be bought: on sale, with a price. */
export type PassOnSale = Gamepass & { readonly priceRobux: Robux };

/** The id of the pass that a pasted address names. Refuses with invalid_gamepass_url and a hint for the user. */
export function passIdOf(address: string): string {
  const read = readPassAddress(address);
  return 'passId' in read ? read.passId : refuse('invalid_gamepass_url', { hint: read.help });
}

/** Reads a pass from Roblox without a cookie. Refuses with gamepass_not_found, gamepass_not_for_sale or outside_failed. */
export async function readPass(game: GamePlatform, passId: string): Promise<PassOnSale> {
  const pass = await game.gamepass(passId).catch(refuseTrouble);
  if (!pass) return refuse('gamepass_not_found');
  const { priceRobux } = pass;
  if (!pass.isForSale || priceRobux === null)
    return refuse('gamepass_not_for_sale', {
      hint: phrase('This gamepass is not on sale. Put it on sale and try again.'),
    });
  const onSale = { ...pass, priceRobux };
  recent.keep(game, pass.id, onSale, MAX_AGE_MS);
  return onSale;
}

/**
 * As readPass(), but accepts a cached pass of the last minute if it has the expected price. An order after its
 * validation then needs no second call, and a price that was just corrected is read again.
 */
export async function readPassAtPrice(
  game: GamePlatform,
  passId: string,
  priceRobux: Robux,
): Promise<PassOnSale> {
  const known = recent.get(game, passId);
  return known?.priceRobux === priceRobux ? known : readPass(game, passId);
}

/** The maximum age of a price when a gamepass is validated or an order is placed. */
const MAX_AGE_MS = 60_000;
const MAX_KEPT = 10_000;

const recent = openRecent<GamePlatform, PassOnSale>(MAX_KEPT);
