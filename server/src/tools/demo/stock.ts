import { rate } from '@sterling/contract/money.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { checkCookie } from '../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { addAccount } from '../../supply/roblox-accounts/roblox-accounts.ts';
import type { DemoName, DemoPeople } from './people.ts';
import type { GameAccount, SandboxControl } from './sandbox-control.ts';

/** Sandbox accounts for sale, with their sellers and rates in cents per 1000 Robux. */
const STOCK: readonly [username: string, seller: DemoName, rateCents: number][] = [
  ['CopperFox', 'mira', 200],
  ['NightKite', 'mira', 245],
  ['SelaNorth', 'sela', 285],
  ['SelaVault', 'sela', 315],
  ['PixelForge', 'theo', 315],
  ['SelaBlue', 'sela', 340],
  ['OrbitHarbor', 'theo', 360],
  ['QuietComet', 'mira', 395],
  ['SelaReserve', 'sela', 420],
  ['MapleRunner', 'juno', 450],
  ['GraniteOwl', 'juno', 500],
  ['TinyLagoon', 'juno', 550],
];

/** Puts the accounts up for sale with their cookies, as their sellers would. */
export async function offerStock(
  services: Pick<Services, 'db' | 'vault' | 'game' | 'log'>,
  sandbox: SandboxControl,
  people: DemoPeople,
): Promise<void> {
  const accounts = new Map((await sandbox.gameAccounts()).map((account) => [account.username, account]));
  for (const [username, seller, rateCents] of STOCK) {
    const account = accounts.get(username);
    if (account) await offer(services, account, people[seller], rateCents);
  }
}

async function offer(
  services: Pick<Services, 'db' | 'vault' | 'game' | 'log'>,
  account: GameAccount,
  sellerId: string,
  rateCents: number,
): Promise<void> {
  const { db, vault } = services;
  const known = await db
    .selectFrom('robloxAccounts')
    .where('robloxUserId', '=', account.id)
    .where('removedAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (known) return;
  const seen = await checkCookie(services, sellerId, account.cookie, { proxyUrl: null });
  await inTransaction(db, (tx) =>
    addAccount(tx, vault, sellerId, {
      seen,
      rateCents: rate(rateCents),
      proxyId: null,
      ip: '127.0.0.1',
    }),
  );
}
