import type { Config } from '../../config.ts';
import type { GamePlatform } from '../game-platform.ts';
import { openCaller } from './call.ts';
import { readGamepass } from './pass.ts';
import { setPrice } from './price-setting.ts';
import { purchase } from './purchase.ts';
import {
  findExperience,
  readBalance,
  readHeadshots,
  readIsUnder13,
  readOwnership,
  readProfileText,
  readPurchases,
  readWhoAmI,
} from './reading.ts';

/**
 * The game platform over HTTP, at the configured hosts (platforms.md §1). It keeps nothing: state is in the sessions.
 * `timeoutMs` bounds each single call, at ten seconds at most.
 */
export function openGamePlatform(
  config: Pick<Config, 'game' | 'publicOrigin'>,
  { timeoutMs }: { timeoutMs?: number } = {},
): GamePlatform {
  const caller = openCaller(config, timeoutMs);
  return {
    whoAmI: (session) => readWhoAmI(caller, session),
    isUnder13: (session) => readIsUnder13(caller, session),
    robuxBalance: (session) => readBalance(caller, session),
    profileText: (userId) => readProfileText(caller, userId),
    headshots: (userIds) => readHeadshots(caller, userIds),
    gamepass: (passId, session) => readGamepass(caller, passId, session),
    buyGamepass: (session, wanted) => purchase(caller, session, wanted),
    ownsGamepass: (userId, passId) => readOwnership(caller, userId, passId),
    recentPurchases: (session, userId) => readPurchases(caller, session, userId),
    setGamepassPrice: (session, wanted) => setPrice(caller, session, wanted),
    experienceOfGamepass: (creatorUserId, passId) => findExperience(caller, creatorUserId, passId),
  };
}
