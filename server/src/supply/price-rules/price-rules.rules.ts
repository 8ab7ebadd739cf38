import { MAX_RATE, MIN_RATE } from '@sterling/contract/money.ts';

/** What a rule does, with rates in cents. */
export interface Terms {
  readonly floorCents: number;
  readonly ceilingCents: number;
  /** Cents below the lowest rate of other sellers. Null: the rule starts from `baseCents`. */
  readonly belowCents: number | null;
  readonly baseCents: number | null;
  readonly pausesBelowFloor: boolean;
  readonly stockSteps: readonly StockStep[];
  readonly dayTimes: readonly DayTime[];
  readonly timeZone: string;
}

export interface StockStep {
  readonly fromRobux: number;
  readonly cents: number;
}

/** Times such as '22:00'. */
export interface DayTime {
  readonly from: string;
  readonly to: string;
  readonly cents: number;
}

/** An account whose rate a rule sets. */
export interface Governed {
  readonly id: string;
  readonly ownerId: string;
  readonly terms: Terms;
  /** Robux that are not reserved. */
  readonly robux: number;
  /** Whether the account could sell if its rule did not pause it. Only then do other sellers' rules follow it. */
  readonly isOffered: boolean;
}

/** The lowest rate of an owner's stock for sale whose rates no rule sets. */
export interface Offer {
  readonly ownerId: string;
  readonly rateCents: number;
}

/** Why a rule wants a rate, as it is stored. `PriceReason` in the contract explains the fields. */
export interface Reason {
  readonly code: 'follow' | 'alone' | 'base' | 'ended';
  readonly startCents?: number;
  readonly belowCents?: number;
  readonly stockStep?: StockStep;
  readonly dayCents?: number;
  readonly bound?: 'floor' | 'ceiling';
  readonly boundCents?: number;
}

export interface Wanted {
  readonly rateCents: number;
  /** The account is taken off sale. Its rate is then the floor, and the rules of other sellers follow this rate. */
  readonly isPaused: boolean;
  readonly why: Reason;
}

/**
 * The rate or the pause that each account's rule wants, in the order of the accounts. All rules are worked out together: followers
 * start at their ceilings and come down until every rule is satisfied. So the result depends neither on the order of the accounts
 * nor on the rates that rules set before, and rules of several sellers cannot chase each other. It is the highest set of rates with
 * which every rule is satisfied, because a higher rate of one account never asks for a lower rate of another.
 */
export function wantedRates(
  accounts: readonly Governed[],
  offers: readonly Offer[],
  now: Date,
): readonly Wanted[] {
  const lowestWithout = lowerRates(accounts, offers, now);
  return accounts.map((account) => explained(account, lowestWithout(account.ownerId), now));
}

/** Lowers the rates of offered accounts until none changes. Returns how to find the lowest rate of all owners but one. */
function lowerRates(accounts: readonly Governed[], offers: readonly Offer[], now: Date) {
  // comparing numbers is many times faster than comparing ids, and there may be hundreds of passes
  const owners = new Map<string, number>();
  const numberOf = (ownerId: string): number => {
    const number = owners.get(ownerId) ?? owners.size;
    owners.set(ownerId, number);
    return number;
  };
  const groups = offeredGroups(accounts, numberOf, now);
  const fixed = lowestTwo();
  for (const { ownerId, rateCents } of offers) fixed.add(numberOf(ownerId), rateCents);
  const rates = groups.map(({ terms, added }) => rateOf(terms, null, added));
  for (;;) {
    const lowest = fixed.copy();
    for (let n = 0; n < groups.length; n += 1) lowest.add(groups[n]!.owner, rates[n]!);
    let isStable = true;
    for (let n = 0; n < groups.length; n += 1) {
      const { owner, terms, added } = groups[n]!;
      const rate = rateOf(terms, lowest.without(owner), added);
      if (rate !== rates[n]) isStable = false;
      rates[n] = rate;
    }
    if (isStable) return (ownerId: string) => lowest.without(numberOf(ownerId));
  }
}

/** Offered accounts of one owner that have the same rate, because the same limits and steps apply. */
interface Group {
  readonly owner: number;
  readonly terms: Terms;
  readonly added: number;
}

/**
 * Groups of three owners at most with the same limits and steps. One of them may be the cheapest owner of all, who follows the second
 * cheapest. The other two already are the lowest and second lowest rate that a fourth such owner could add.
 */
const MAX_ALIKE = 3;

function offeredGroups(
  accounts: readonly Governed[],
  numberOf: (ownerId: string) => number,
  now: Date,
): Group[] {
  const alike = new Map<string, Map<number, Group>>();
  for (const account of accounts) {
    if (!account.isOffered) continue;
    const { terms, ownerId } = account;
    const group = { owner: numberOf(ownerId), terms, added: addedCents(account, now) };
    const { belowCents, baseCents, floorCents, ceilingCents } = terms;
    const key = [belowCents, baseCents, floorCents, ceilingCents, group.added].join(' ');
    const groups = alike.get(key) ?? new Map<number, Group>();
    if (groups.size < MAX_ALIKE) alike.set(key, groups.set(group.owner, group));
  }
  return [...alike.values()].flatMap((groups) => [...groups.values()]);
}

/** The rate of an account if the lowest rate of other sellers is `lowestCents`. Null: no other seller has stock. */
export function rateOf(terms: Terms, lowestCents: number | null, extraCents: number): number {
  return limited(terms, unlimited(terms, lowestCents, extraCents) ?? terms.ceilingCents);
}

/** The rate without floor and ceiling. Null: nothing to follow. */
function unlimited(
  { belowCents, baseCents }: Terms,
  lowestCents: number | null,
  extraCents: number,
): number | null {
  if (belowCents === null) return baseCents! + extraCents;
  return lowestCents === null ? null : lowestCents - belowCents + extraCents;
}

function limited({ floorCents, ceilingCents }: Terms, cents: number): number {
  return Math.min(Math.max(cents, floorCents, MIN_RATE), ceilingCents, MAX_RATE);
}

/** The cents that stock and time of day add to an account's rate. */
export function addedCents({ terms, robux }: Pick<Governed, 'terms' | 'robux'>, now: Date): number {
  return (stockStepOf(terms, robux)?.cents ?? 0) + dayCentsOf(terms, now);
}

/** The highest step that the stock reaches. */
function stockStepOf({ stockSteps }: Terms, robux: number): StockStep | undefined {
  return stockSteps
    .filter(({ fromRobux }) => robux >= fromRobux)
    .reduce<StockStep | undefined>(
      (best, step) => (best && best.fromRobux > step.fromRobux ? best : step),
      undefined,
    );
}

/** The sum of the times of day that apply. A time that ends before it begins goes over midnight. */
function dayCentsOf({ dayTimes, timeZone }: Terms, now: Date): number {
  if (dayTimes.length === 0) return 0;
  const time = clockIn(timeZone).format(now);
  return dayTimes
    .filter(({ from, to }) => (from < to ? time >= from && time < to : time >= from || time < to))
    .reduce((sum, { cents }) => sum + cents, 0);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats the time of a zone, such as '09:30'. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function explained({ terms, robux }: Governed, lowestCents: number | null, now: Date): Wanted {
  const stockStep = stockStepOf(terms, robux);
  const dayCents = dayCentsOf(terms, now);
  const { belowCents, baseCents, floorCents, ceilingCents, pausesBelowFloor } = terms;
  const wanted = unlimited(terms, lowestCents, (stockStep?.cents ?? 0) + dayCents);
  if (wanted === null)
    return {
      rateCents: ceilingCents,
      isPaused: false,
      why: { code: 'alone', bound: 'ceiling', boundCents: ceilingCents },
    };
  const rateCents = limited(terms, wanted);
  const bound = wanted < rateCents ? 'floor' : wanted > rateCents ? 'ceiling' : null;
  const why: Reason = {
    ...(belowCents === null
      ? { code: 'base', startCents: baseCents! }
      : { code: 'follow', startCents: lowestCents!, belowCents }),
    ...(stockStep && { stockStep }),
    ...(dayCents !== 0 && { dayCents }),
    ...(bound && { bound, boundCents: bound === 'floor' ? floorCents : ceilingCents }),
  };
  return { rateCents, isPaused: pausesBelowFloor && bound === 'floor', why };
}

/** Keeps the lowest rate and its owner, and the lowest rate of all other owners. Owners have numbers. */
function lowestTwo(lowestOwner = -1, lowest = Infinity, second = Infinity) {
  let [first, rate, others] = [lowestOwner, lowest, second];
  return {
    add(owner: number, rateCents: number): void {
      if (owner === first) rate = Math.min(rate, rateCents);
      else if (rateCents < rate) [first, rate, others] = [owner, rateCents, rate];
      else others = Math.min(others, rateCents);
    },
    /** The lowest rate of all owners but this one; null without one. */
    without(left: number): number | null {
      const found = left === first ? others : rate;
      return found === Infinity ? null : found;
    },
    copy: () => lowestTwo(first, rate, others),
  };
}
