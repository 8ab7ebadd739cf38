import { Dollars, DollarsPerLtc, Ltc, Time } from '@sterling/contract/fields.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import {
  capitalised,
  formatExactRobux,
  formatLtc,
  formatPrice,
  formatUsd,
  formatWhole,
} from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';

export type Show = (value: never) => string;

/**
 * Facts are JSON without a schema of their own: dollars, LTC and ISO times. Decodes one with the schema of such a field.
 * A value that the schema refuses appears as it is.
 */
function decoded<Value>(schema: z.ZodMiniType<Value>, format: (value: Value) => string) {
  return (fact: unknown): string => {
    const { success, data } = z.safeParse(schema, fact);
    return success ? format(data) : String(fact);
  };
}

/** Texts of facts. Amounts and times that are not in the form of the contract are shown as they are. */
export const asText: Show = (value) => String(value);
export const asUsd = decoded(Dollars, formatUsd);
export const asPrice = decoded(DollarsPerLtc, formatPrice);
export const asLtc = decoded(Ltc, formatLtc);
export const asWhole: Show = (value) => formatWhole(value);
export const asRobux: Show = (value) => formatExactRobux(value);
export const asTime = decoded(Time, formatTime);

/** A fact that is a time. Null if it is missing or none. */
export const timeOf = (fact: unknown): Date | null => z.safeParse(Time, fact).data ?? null;

interface NodeSaid {
  readonly answer: string;
  readonly tip: { readonly height: number };
  readonly coins: readonly {
    txid: string;
    n: number;
    litoshi: number;
    height: number | null;
    spentBy: string | null;
  }[];
}

const WHY: Readonly<Record<string, string>> = {
  conflict: t('Another payment spends its coins'),
  unbooked: t(
    'The network has paid it, but it cannot be booked. The log names the error. Send again to try once more',
  ),
  unseen: t(
    'The network does not have it. It was signed before the database was restored, and it may have been rejected since',
  ),
  stuck: t('It has been in no block for hours'),
  gone: t(
    'The deposit behind it is gone. Wait for the deposit, or refund now, although the payment could still be mined',
  ),
};

/** What the node answers about a refused payment, and the state of each of its coins. */
export const asNodeSaid: Show = ({ answer, tip, coins }: NodeSaid) => {
  const why = WHY[answer] ?? t('Its coins are spent or gone');
  return t('{why}, at block {height}. {coins}', {
    why,
    height: formatWhole(tip.height),
    coins: coins.map(asCoin).join(', '),
  });
};

function asCoin({ txid, n, height, spentBy }: NodeSaid['coins'][number]): string {
  const coin = `${txid}:${n}`;
  if (spentBy) return t('{coin} spent by {spentBy}', { coin, spentBy });
  return height === null ? t('{coin} in no block', { coin }) : t('{coin} unspent here', { coin });
}

const MAX_SHOWN = 10;

/** The first differences, each in a line of its own. */
export const asDifferences: Show = (differences: { readonly text: string }[]) => {
  const shown = differences.slice(0, MAX_SHOWN).map(({ text }) => capitalised(text));
  const more = differences.length - shown.length;
  return [...shown, ...(more > 0 ? [t('And {count} more', { count: formatWhole(more) })] : [])].join('\n');
};

const PLACES: Readonly<Record<string, string>> = {
  hot: t('hot wallet'),
  deposit: t('deposit addresses'),
  cold: t('cold storage'),
};

/** Where coins were. */
export const asPlaces: Show = (places: string[]) =>
  capitalised(places.map((place) => PLACES[place] ?? place).join(', '));

interface Payment {
  readonly txid: string;
  readonly kind?: string;
  readonly userId?: string;
  readonly cents?: Cents;
  readonly seen?: boolean;
  readonly withdrawalId?: string | null;
}

interface Comparison {
  readonly journal: 'complete' | 'incomplete';
  readonly matched: readonly Payment[];
  readonly lost: readonly Payment[];
  readonly contradictory: readonly Payment[];
  readonly unexplained: readonly Payment[];
}

const JOURNALS = {
  complete: t("The signer's journal is complete."),
  incomplete: t("The signer's journal is incomplete."),
} as const;

const COMPARED = {
  matched: t('Payments that their withdrawals have again'),
  lost: t('Payments of withdrawals that this database does not know'),
  contradictory: t('Payments that contradict this database'),
  unexplained: t('Spends that the journal does not know'),
} as const;

/** What the signer's journal and the chain say about a restored backup. Each payment has a line of its own. */
export const asComparison: Show = (found: Comparison) => {
  const lists = (['matched', 'lost', 'contradictory', 'unexplained'] as const)
    .filter((name) => found[name].length > 0)
    .flatMap((name) => [`${COMPARED[name]}:`, ...found[name].map(asPayment)]);
  return [JOURNALS[found.journal], ...lists].join('\n');
};

function asPayment({ txid, userId, cents, seen, withdrawalId }: Payment): string {
  return [
    txid,
    ...(userId ? [t('to user {userId}', { userId })] : []),
    ...(cents === undefined ? [] : [formatUsd(cents)]),
    ...(seen === false ? [t('not seen on the chain')] : []),
    ...(withdrawalId ? [t('pays withdrawal {withdrawalId}', { withdrawalId })] : []),
  ].join(', ');
}
