import {
  type Cents,
  type Litoshi,
  type LtcPrice,
  litoshi,
  litoshiOfCents,
} from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { ageMsOf } from '../../platform/clock/ages.ts';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals.reads.ts';
import { withdrawalHoldKey } from '../withdrawals/withdrawals.rules.ts';
import { limitRefusals, type Policy } from './signing-request.ts';

/** The signer checks once a second. After this time without a check it counts as silent. */
const SILENT_AFTER_MS = 30_000;

export interface SignerHealth {
  readonly isSilent: boolean;
  /** Reasons why something is not signed, including its silence. */
  readonly troubles: readonly string[];
  /** The last report of the signer: its time, its limit for 24 hours, and the rest of that limit now. Null before the first. */
  readonly report: { readonly at: Date; readonly dayLimit: Litoshi; readonly left: Litoshi } | null;
}

/** How the signer is, by its last report. */
export async function signerHealth(db: Db, at?: Date): Promise<SignerHealth> {
  const now = at ?? (await readClock(db));
  const row = await db
    .selectFrom('signerHealth')
    .select(['lookedAt', 'troubles', 'dayLimit'])
    .executeTakeFirst();
  if (!row) return { isSilent: true, troubles: [text('the signer has not answered yet')], report: null };
  const silentMs = ageMsOf(row.lookedAt, now);
  const isSilent = silentMs > SILENT_AFTER_MS;
  const silence = toStore(WITH_VALUES.signerSilent, { seconds: Math.round(silentMs / 1_000) });
  const left = litoshi(Math.max(0, row.dayLimit - (await signedInADay(db))));
  return {
    isSilent,
    troubles: isSilent ? [silence, ...row.troubles] : row.troubles,
    report: { at: row.lookedAt, dayLimit: litoshi(row.dayLimit), left },
  };
}

/** Whether `leavingLitoshi` more fit into the limit for 24 hours. */
export async function fitsDayLimit(
  db: Db | Tx,
  leavingLitoshi: number,
  { dayLimit }: Policy,
): Promise<boolean> {
  return (await signedInADay(db)) + leavingLitoshi <= dayLimit;
}

/** Litoshi that were signed in the last 24 hours: payments with their fees, and the fees of sweeps and children. */
async function signedInADay(db: Db | Tx): Promise<Litoshi> {
  const { rows } = await sql<{ litoshi: number }>`
    select coalesce(sum(t.fee_litoshi + coalesce(w.litoshi, 0)), 0)::bigint as litoshi
    from own_transactions t left join withdrawals w on w.txid = t.txid
    where t.kind <> 'unknown' and t.signed_at > now() - interval '24 hours'`.execute(db);
  return litoshi(rows[0]!.litoshi);
}

/**
 * The reasons why an approved withdrawal must not be signed, from its stored data: litoshi that do not match its
 * dollars at its price, a missing hold, a payee of the house, an amount over the limit. Empty when it may be signed.
 */
export async function signingRefusals(db: Db | Tx, row: WithdrawalRow, policy: Policy): Promise<string[]> {
  const { rows } = await sql<{ price: number; held: number | null; isOwn: boolean }>`
    select p.price,
      (select remaining from ledger_holds where key = ${withdrawalHoldKey(row.id)} and state = 'active') as held,
      exists (select from addresses where script = ${row.script}) as is_own
    from prices p where p.id = ${row.priceId}`.execute(db);
  const { price, held, isOwn } = rows[0]!;
  const due = litoshiOfCents(row.amountCents as Cents, price as LtcPrice);
  return [
    ...(due === row.litoshi ? [] : [toStore(WITH_VALUES.paysOtherLitoshi, { litoshi: row.litoshi, due })]),
    ...(held === row.totalCents
      ? []
      : [toStore(WITH_VALUES.heldOtherCents, { held: held ?? 0, due: row.totalCents })]),
    ...(isOwn ? [text('its payee is an address of the house')] : []),
    ...limitRefusals(row.litoshi, policy),
  ];
}
