import type { Config } from '../../config.ts';
import { type AddressGuard, openAddressGuard } from '../address-guard.ts';
import type { GamePlatform } from '../game-platform.ts';
import { openProxyAgents } from '../proxy-agents.ts';
import { openCaller } from './call.ts';
import { findExperience } from './experience.ts';
import { findPasses } from './finding.ts';
import { readGamepass } from './pass.ts';
import { setPrice } from './price-setting.ts';
import { purchase } from './purchase.ts';
import { isAnswering, tryProxy } from './reachability.ts';
import {
  readBalance,
  readHeadshots,
  readIsUnder13,
  readOwnership,
  readProfileText,
  readPurchases,
  readUserId,
  readWhoAmI,
} from './reading.ts';

/**
 * Roblox over HTTP at the configured hosts. It is stateless: all state is in the sessions. `timeoutMs` limits each
 * call, at most ten seconds. `guard` checks each proxy connection.
 */
export function openGamePlatform(
  config: Pick<Config, 'game' | 'publicOrigin' | 'sandboxUrl'>,
  { timeoutMs, guard = openAddressGuard(config) }: { timeoutMs?: number; guard?: AddressGuard } = {},
): GamePlatform {
  const caller = openCaller(config, openProxyAgents(guard), timeoutMs);
  return {
    whoAmI: (session) => readWhoAmI(caller, session),
    isUnder13: (session) => readIsUnder13(caller, session),
    robuxBalance: (session) => readBalance(caller, session),
    userIdOf: (username) => readUserId(caller, username),
    profileText: (userId) => readProfileText(caller, userId),
    headshots: (userIds, route) => readHeadshots(caller, userIds, route),
    gamepass: (passId, session) => readGamepass(caller, passId, session),
    buyGamepass: (session, wanted) => purchase(caller, session, wanted),
    ownsGamepass: (userId, passId) => readOwnership(caller, userId, passId),
    recentPurchases: (session, userId) => readPurchases(caller, session, userId),
    setGamepassPrice: (session, wanted) => setPrice(caller, session, wanted),
    whyUnreachable: (proxyUrl) => tryProxy(caller, proxyUrl),
    isAnswering: () => isAnswering(caller),
    experienceOfGamepass: (creatorUserId, passId) => findExperience(caller, creatorUserId, passId),
    findPasses: (owner) => findPasses(caller, owner),
  };
}
