import { PRICE_SOURCES } from './price-feed/prices.ts';

/** The services of the sandbox. Faults and the request log use these names. */
export const SERVICES = [
  'discord',
  'game-platform',
  'litecoin',
  'litecoin-second',
  'price-feed',
  'proxy',
  'receiver',
  'tips',
] as const;
export type Service = (typeof SERVICES)[number];

const PREFIXES: Record<string, Service> = {
  discord: 'discord',
  users: 'game-platform',
  economy: 'game-platform',
  apis: 'game-platform',
  auth: 'game-platform',
  inventory: 'game-platform',
  thumbnails: 'game-platform',
  games: 'game-platform',
  ...Object.fromEntries(PRICE_SOURCES.map((name) => [name, 'price-feed'] as const)),
  litecoin: 'litecoin',
  'litecoin-second': 'litecoin-second',
  receiver: 'receiver',
  tips: 'tips',
};

/** The service of a path, or null for the sandbox's own pages and control API. */
export function serviceOf(path: string): Service | null {
  const prefix = path.split(/[/?]/, 2)[1] ?? '';
  return PREFIXES[prefix] ?? null;
}
