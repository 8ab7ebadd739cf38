import { recordReferral } from '../src/people/affiliate/affiliate.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import type { Caller } from './app.ts';
import type { TradeWorld } from './trade-world.ts';

/** Rita has referred sela. Sela sells to nova, who has plenty of money. */
export interface Referred {
  readonly rita: Caller;
  readonly sela: Caller;
  readonly nova: Caller;
}

export async function referred(world: TradeWorld): Promise<Referred> {
  const [rita, sela, nova] = [
    await world.signIn('rita'),
    await world.seller(),
    await world.buyer(10_000_000),
  ];
  await refer(world, rita, sela);
  return { rita, sela, nova };
}

/** Records a referral, as if the user had come through the referrer's link. */
export async function refer(world: TradeWorld, referrer: Caller, person: Caller): Promise<void> {
  const { body } = await referrer.call('GET', '/api/affiliate');
  await inTransaction(world.services.db, (tx) => recordReferral(tx, person.id, String(body.code)));
}

/** Plays a completed sale and returns the trade's id. */
export async function sale(
  world: TradeWorld,
  { sela, nova }: Omit<Referred, 'rita'>,
  dollars = 100,
): Promise<string> {
  const id = await world.bought(nova, await world.list(sela, { pricePerUnit: dollars }));
  for (const [who, step] of [
    [sela, 'deliver'],
    [nova, 'confirm'],
  ] as const) {
    const { status, body } = await world.step(who, id, step);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return id;
}
