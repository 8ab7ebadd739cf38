import type { ReservesOverview } from '@sterling/contract/cold-signatures.ts';
import { type Cents, centsOfLitoshi, type LtcPrice, litoshi } from '@sterling/contract/money.ts';
import type { Reserves } from '@sterling/contract/reserves.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { sumOf } from '../litecoin/deposits.rules.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { coveredPercent } from '../treasury/treasury.reads.ts';
import { reserveMessage } from './messages.rules.ts';

const MAX_EARLIER = 100;

/** The newest snapshot whose hot addresses are signed. Refuses with reserves_not_published. */
export async function readReserves(db: Db): Promise<Reserves> {
  const { published, everyHours } = await readSetting(db, 'proof_of_reserves');
  if (!published) refuse('reserves_not_published');
  const [latest, ...earlier] = await signedSnapshots(db)
    .limit(MAX_EARLIER + 1)
    .execute();
  if (!latest)
    return refuse('reserves_not_published', {
      message: text('The first proof of reserves is being prepared'),
      hint: phrase('Please try again in a minute.'),
    });
  const addresses = await signedAddresses(db, latest.id);
  const { totalCents, price, depth } = latest;
  const held = litoshi(sumOf(addresses));
  const worth = price === null ? null : centsOfLitoshi(held, price as LtcPrice);
  return {
    ...identityOf(latest),
    tree: { ...treeOf(latest), depth },
    liabilitiesUsd: totalCents as Cents,
    reservesLtc: held,
    priceUsd: price as LtcPrice | null,
    reservesUsd: worth,
    ratioPercent: coveredPercent(worth, totalCents),
    addresses: addresses.map(({ litoshi: coins, ...address }) => ({
      ...address,
      ltc: litoshi(coins),
    })),
    everyHours,
    earlier: earlier.map((snapshot) => ({ ...identityOf(snapshot), tree: treeOf(snapshot) })),
  };
}

interface SnapshotRow {
  readonly id: string;
  readonly at: Date;
  readonly height: number;
  readonly hash: string;
  readonly root: Buffer;
  readonly totalCents: number;
}

const identityOf = ({ id, at, height, hash }: SnapshotRow) => ({
  snapshotId: id,
  at,
  block: { height, hash },
});

const treeOf = ({ root, totalCents }: SnapshotRow) => ({ hash: root.toString('hex'), cents: totalCents });

/** Snapshots whose hot addresses are all signed, newest first. */
export function signedSnapshots(db: Db) {
  return db
    .selectFrom('reserveSnapshots as s')
    .where(HAS_BEEN_TAKEN)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('reserveAddresses as r')
            .innerJoin('addresses as a', 'a.address', 'r.address')
            .whereRef('r.snapshotId', '=', 's.id')
            .where('a.account', '=', 'hot')
            .where('r.signature', 'is', null)
            .select('r.address'),
        ),
      ),
    )
    .orderBy('s.at', 'desc')
    .select(['s.id', 's.at', 's.height', 's.hash', 's.root', 's.totalCents', 's.price', 's.depth']);
}

interface AddressRow {
  readonly address: string;
  readonly wallet: 'hot' | 'cold';
  readonly litoshi: number;
  readonly message: string;
  readonly signature: string;
}

/** A cold address counts as soon as the owner has uploaded its signature. */
async function signedAddresses(db: Db, snapshotId: string): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select r.address, a.account as wallet, r.litoshi,
      coalesce(r.message, c.message) as message, coalesce(r.signature, c.signature) as signature
    from reserve_addresses r join addresses a using (address) left join cold_signatures c using (address)
    where r.snapshot_id = ${snapshotId} and coalesce(r.signature, c.signature) is not null
    order by a.account desc, r.litoshi desc, r.address`.execute(db);
  return rows;
}

/** The state of the proof of reserves, and the messages to sign, for the owner. */
export async function readOverview(db: Db): Promise<ReservesOverview> {
  const [setting, block, latest, cold] = await Promise.all([
    readSetting(db, 'proof_of_reserves'),
    chainCursor(db),
    latestSnapshot(db),
    coldAddresses(db),
  ]);
  return {
    ...setting,
    latest: latest && {
      at: latest.at,
      height: latest.height,
      liabilitiesUsd: latest.totalCents as Cents,
      unsigned: latest.unsigned,
    },
    cold: cold.map(({ address, litoshi: coins, message, signature, at }) => ({
      address,
      ltc: litoshi(coins),
      message: block && reserveMessage(address, block),
      signed: at && { message: message!, signature: signature!, at },
    })),
  };
}

/** A snapshot from before the database's clock was set back must not hide the later ones. It is shown when its time has come. */
const HAS_BEEN_TAKEN = sql<boolean>`s.at <= now()`;

async function latestSnapshot(db: Db) {
  const { rows } = await sql<{ at: Date; height: number; totalCents: number; unsigned: number }>`
    select s.at, s.height, s.total_cents, (select count(*)::int from reserve_addresses r join addresses a using (address)
      where r.snapshot_id = s.id and a.account = 'hot' and r.signature is null) as unsigned
    from reserve_snapshots s where ${HAS_BEEN_TAKEN} order by s.at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

interface ColdRow {
  readonly address: string;
  readonly litoshi: number;
  readonly message: string | null;
  readonly signature: string | null;
  readonly at: Date | null;
}

/** The newest cold address first, and earlier ones that still hold coins. */
async function coldAddresses(db: Db): Promise<ColdRow[]> {
  const { rows } = await sql<ColdRow>`
    select a.address, c.message, c.signature, c.at, coins.litoshi
    from addresses a left join cold_signatures c using (address)
    cross join lateral (select coalesce(sum(o.litoshi), 0)::bigint as litoshi from chain_outputs o
      where o.address = a.address and o.height is not null and o.spent_by is null) coins
    where a.account = 'cold'
      and (coins.litoshi > 0 or a.index = (select max(index) from addresses where account = 'cold'))
    order by a.index desc`.execute(db);
  return rows;
}
