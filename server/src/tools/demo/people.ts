import type { Role } from '@sterling/contract/users.ts';
import { referralOf } from '../../people/affiliate/affiliate.reads.ts';
import { signInUser } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { inPast } from './past.ts';

/** All demo users by Discord name. The last three also sell, so that the market has several sellers. */
const PEOPLE = {
  nova: 'buyer',
  sela: 'seller',
  ada: 'admin',
  otto: 'admin',
  mira: 'seller',
  theo: 'seller',
  juno: 'seller',
} as const satisfies Record<string, Role>;

export type DemoName = keyof typeof PEOPLE;

/** New user → referrer. */
const REFERRERS: Partial<Record<DemoName, DemoName>> = { sela: 'nova', theo: 'sela' };
export type DemoPeople = Readonly<Record<DemoName, string>>;

const CALLBACK = 'http://localhost/auth/discord/callback';
const JOINED = { days: 12 };

/** Signs all demo users in through the sandbox's Discord, sets their roles, and returns their ids. */
export async function makePeople(services: Services, databaseUrl: string): Promise<DemoPeople> {
  const names = Object.keys(PEOPLE) as DemoName[];
  return inPast(services, databaseUrl, JOINED, async (past) => {
    const ids: Partial<Record<DemoName, string>> = {};
    for (const name of names) {
      const referrer = REFERRERS[name];
      ids[name] = await signUp(past, name, referrer ? ids[referrer] : undefined);
    }
    return ids as DemoPeople;
  });
}

async function signUp(
  { db, discord, config, vault }: Services,
  name: DemoName,
  referrerId: string | undefined,
): Promise<string> {
  const { url, attempt } = await discord.begin(CALLBACK, { silent: false });
  const approved = await fetch(`${url}&as=${name}`, { redirect: 'manual' });
  const person = await discord.finish(new URL(approved.headers.get('location')!), attempt);
  return inTransaction(db, async (tx) => {
    const isNamed = config.ownerDiscordIds.includes(person.id);
    const referrerCode = referrerId ? (await referralOf(tx, referrerId)).code : null;
    const user = await signInUser(tx, vault, person, { isNamed, referrerCode });
    if (!user) throw new Error(`${name} is banned from the demo world`);
    await tx
      .updateTable('users')
      .set({ role: PEOPLE[name], isVerified: true })
      .where('id', '=', user.id)
      .execute();
    return user.id;
  });
}
