import type { Clock } from '../clock.ts';
import { seededInteger } from '../seeded.ts';
import type { State } from '../state.ts';
import { asCreator, makeAccount } from './accounts.ts';
import { makePass } from './passes.ts';

/** Accounts with stock. The first four are sela's. The ids are those of old and of new accounts (above 10^10). */
const SELLERS: [id: number, username: string, robux: number][] = [
  [318_204_771, 'SelaVault', 250_000],
  [1_904_415_206, 'SelaReserve', 120_000],
  [10_000_000_101, 'SelaBlue', 64_000],
  [10_000_000_102, 'SelaNorth', 18_000],
  [77_410_553, 'OrbitHarbor', 95_000],
  [2_650_118_934, 'GraniteOwl', 77_000],
  [10_000_000_103, 'QuietComet', 42_000],
  [845_900_127, 'PixelForge', 31_000],
  [10_000_000_104, 'MapleRunner', 15_500],
  [4_127_733_018, 'NightKite', 8_200],
  [10_000_000_105, 'CopperFox', 5_400],
  [612_077_340, 'TinyLagoon', 2_000],
];

const NOVA_BUILDS = 156_402_338;
const LANTERN_STUDIO = 10_000_000_201;
const RIVER_BLOCKS = 3_016_220_459;
const LANTERN_GUILD = 7_003_114;
const DECOY_TARGET_PASS = 1_100_000_301;

/** Creators of gamepasses. The first is nova's own account. */
const CREATORS: [id: number, username: string][] = [
  [NOVA_BUILDS, 'NovaBuilds'],
  [LANTERN_STUDIO, 'LanternStudio'],
  [RIVER_BLOCKS, 'RiverBlocks'],
];

const PASSES: [id: number, creatorId: number, price: number, name: string][] = [
  [1_100_000_101, NOVA_BUILDS, 100, 'Starter Badge'],
  [1_100_000_201, NOVA_BUILDS, 500, 'Speed Coil'],
  [DECOY_TARGET_PASS, NOVA_BUILDS, 1_000, 'VIP Lounge'],
  [1_100_000_401, NOVA_BUILDS, 1_429, 'Double Coins'],
  [1_100_000_501, NOVA_BUILDS, 5_000, 'Sky Garden'],
  [1_100_000_601, NOVA_BUILDS, 10_000, 'Founder Crown'],
  [1_100_000_701, LANTERN_STUDIO, 250, 'Lantern Glow'],
  [1_100_000_801, LANTERN_STUDIO, 2_000, 'Night Market'],
  [1_100_000_901, LANTERN_STUDIO, 25_000, 'Festival Patron'],
  [1_100_001_001, RIVER_BLOCKS, 700, 'River Raft'],
  [1_100_001_101, RIVER_BLOCKS, 1_000, 'Stone Bridge'],
];

/** The initial accounts with stock, creators, gamepasses, a group's gamepass and a decoy. */
export function seedGamePlatform(state: State, clock: Clock): void {
  for (const [id, username, robux] of SELLERS)
    makeAccount(state, clock, { id, username, robux, createdAt: creationTime(username) });
  for (const [id, username] of CREATORS)
    makeAccount(state, clock, { id, username, robux: 350, createdAt: creationTime(username) });
  for (const [id, creatorId, price, name] of PASSES) {
    makePass(state, clock, {
      id,
      productId: id + 2_300_000_000,
      ...asCreator(creatorId),
      price,
      name,
    });
  }
  const guild = {
    id: LANTERN_GUILD,
    agentId: 5_551_000_001,
    name: 'Lantern Guild',
    ownerId: LANTERN_STUDIO,
    robux: 0,
  };
  state.groups.put(guild);
  const ofGuild = { creatorType: 'Group', creatorTargetId: LANTERN_GUILD } as const;
  makePass(state, clock, {
    ...ofGuild,
    id: 1_100_001_201,
    productId: 3_400_001_201,
    price: 1_000,
    name: 'Guild Hall',
  });

  // The gamepass id of VIP Lounge is the product id of this decoy, which has another creator and price.
  const decoy = { id: 1_100_001_301, productId: DECOY_TARGET_PASS, price: 125, name: 'Paper Hat' };
  makePass(state, clock, { ...decoy, ...asCreator(RIVER_BLOCKS) });
}

function creationTime(username: string): string {
  return new Date(Date.UTC(2014, 0, 1) + seededInteger(`made/${username}`, 3_600) * 86_400_000).toISOString();
}
