/**
 * Money as integers: US cents, litoshi, Robux, and rates in cents per 1000 Robux. Browser and server use the same functions,
 * so the shown price is the charged price.
 */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** A number that is not marked as cents, litoshi or another unit. */
export type Plain = number & { readonly [unit]?: never };

export type Cents = Unit<'cents'>;
export type Litoshi = Unit<'litoshi'>;
export type Robux = Unit<'robux'>;
/** Cents per 1000 Robux. */
export type Rate = Unit<'cents per 1000 robux'>;
/** Cents per LTC. */
export type LtcPrice = Unit<'cents per ltc'>;

export const LITOSHI_PER_LTC = 100_000_000;

export const MIN_ORDER_ROBUX = 100 as Robux;
export const MAX_ORDER_ROBUX = 1_000_000 as Robux;
export const MIN_RATE = 100 as Rate;
export const MAX_RATE = 600 as Rate;
export const DEFAULT_RATE = 400 as Rate;
export const NETWORK_FEE = 50 as Cents;
export const DEPOSIT_CONFIRMATIONS = 2;
export const WITHDRAWAL_CONFIRMATIONS = 6;

function whole(value: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a safe integer, got ${value}`);
  return value;
}
/** A number as an amount in this unit. Throws a RangeError unless it is a safe integer. So do the next four. */
export const cents = (value: number): Cents => whole(value, 'cents') as Cents;
export const litoshi = (value: number): Litoshi => whole(value, 'litoshi') as Litoshi;
export const robux = (value: number): Robux => whole(value, 'robux') as Robux;
export const rate = (value: number): Rate => whole(value, 'rate') as Rate;
export const ltcPrice = (value: number): LtcPrice => whole(value, 'price') as LtcPrice;

/** Whether cents per 1000 Robux are a rate that Sterling allows. */
export const isRate = (value: number): value is Rate => value >= MIN_RATE && value <= MAX_RATE;
/** Whether cents per LTC are from $1 to $10,000. A price outside this range has the wrong unit. */
export const isPlausiblePrice = (value: number): boolean => value >= 1_00 && value <= 10_000_00;

/** Price of an order: amount × rate / 1000, rounded half up to a cent, at least one cent. */
export function orderTotal(amount: Robux, at: Rate): Cents {
  return cents(Math.max(1, divideHalfUp(amount * at, 1000)));
}

/** What Roblox keeps of every sale of a gamepass. */
export const PLATFORM_FEE_PERCENT = 30;

/** Robux that a gamepass's creator receives after Roblox's fee, rounded down. */
export function receivedAfterPlatformFee(price: Robux): Robux {
  return robux(Math.floor((price * (100 - PLATFORM_FEE_PERCENT)) / 100));
}

/** Value of litoshi in dollars, rounded down to a cent. */
export function centsOfLitoshi(amount: Litoshi, price: LtcPrice): Cents {
  return cents(Number((BigInt(amount) * BigInt(price)) / BigInt(LITOSHI_PER_LTC)));
}

/** Value of dollars in LTC, rounded down to a litoshi. `price` must be above zero. */
export function litoshiOfCents(amount: Cents, price: LtcPrice): Litoshi {
  return litoshi(Number((BigInt(amount) * BigInt(LITOSHI_PER_LTC)) / BigInt(price)));
}

/** Maximum price of a listing: far above any trade, far below the largest safe integer. */
export const MAX_LISTING_CENTS = 100_000_000_000 as Cents;

/** The most that staff may move by one correction. A sum over all wallets stays within the integers that JavaScript has exactly. */
export const MAX_CORRECTION_CENTS = 100_000_000_000 as Cents;

/** Price of a whole listing; null when it is above `MAX_LISTING_CENTS`. */
export function listingTotal(quantity: number, pricePerUnit: Cents): Cents | null {
  const total = whole(quantity, 'quantity') * pricePerUnit;
  return total <= MAX_LISTING_CENTS ? cents(total) : null;
}

/** The house's fee on a listing, rounded half up to a cent. `percent` has at most one decimal. */
export function marketplaceFee(total: Cents, percent: number): Cents {
  return cents(divideHalfUp(total * Math.round(percent * 10), 1000));
}

export interface FeeTier {
  readonly name: 'Below Minimum' | 'Small' | 'Medium' | 'Large' | 'Extra Large' | 'Owner Rate';
  /** Lowest amount of the tier. */
  readonly from: Cents;
  readonly percent: number;
}

/** Withdrawal tiers, lowest amount first. */
export const FEE_TIERS: readonly FeeTier[] = [
  { name: 'Small', from: cents(1000), percent: 8 },
  { name: 'Medium', from: cents(2500), percent: 7 },
  { name: 'Large', from: cents(5000), percent: 6 },
  { name: 'Extra Large', from: cents(10000), percent: 4 },
];
const OWNER_TIER: FeeTier = { name: 'Owner Rate', from: cents(100), percent: 0 };
const BELOW_MINIMUM: FeeTier = { name: 'Below Minimum', from: cents(0), percent: 0 };

export interface FeeQuote {
  readonly tier: FeeTier;
  readonly percentageFee: Cents;
  readonly networkFee: Cents;
  readonly totalFee: Cents;
  /** Amount plus both fees, which leaves the wallet. */
  readonly totalDeducted: Cents;
}

/** Minimum deposit and withdrawal. It is lower for owners. */
export function minimumTransfer(isOwner: boolean): Cents {
  return isOwner ? OWNER_TIER.from : FEE_TIERS[0]!.from;
}

/** Fees of a withdrawal. The percentage fee is rounded half up to a cent. */
export function withdrawalFees(amount: Cents, isOwner: boolean): FeeQuote {
  const tier = tierOf(amount, isOwner);
  const percentageFee = cents(divideHalfUp(amount * tier.percent, 100));
  const totalFee = cents(percentageFee + NETWORK_FEE);
  return { tier, percentageFee, networkFee: NETWORK_FEE, totalFee, totalDeducted: cents(amount + totalFee) };
}

function tierOf(amount: Cents, isOwner: boolean): FeeTier {
  if (amount < minimumTransfer(isOwner)) return BELOW_MINIMUM;
  if (isOwner) return OWNER_TIER;
  return FEE_TIERS.findLast((tier) => amount >= tier.from) ?? BELOW_MINIMUM;
}

/** The average rate of what was bought and paid, rounded half up. Null if nothing was bought. */
export function averageRate(amount: Robux, paid: Cents): Rate | null {
  return amount === 0 ? null : rate(divideHalfUp(paid * 1000, amount));
}

/** numerator / denominator for non-negative safe integers, rounded half up. */
function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((whole(numerator, 'product') * 2 + denominator) / (2 * denominator));
}

/**
 * Decimal text or number → integer units with `decimals` decimals; null when it is not a plain decimal or has more decimals, even
 * zeros: '1.500' of a person with another notation means 1500.
 */
export function parseDecimal(value: string | number, decimals: number): number | null {
  const text = typeof value === 'number' ? plainText(value) : value;
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? '';
  if (fraction.length > decimals) return null;
  const units = Number(`${match[2]}${fraction.padEnd(decimals, '0')}`);
  if (!Number.isSafeInteger(units)) return null;
  return match[1] && units !== 0 ? -units : units;
}

/** A number as decimal text, without an exponent for small numbers such as 1e-8. Large numbers keep theirs. */
function plainText(value: number): string {
  const text = String(value);
  return /^-?\d(?:\.\d+)?e-\d+$/.test(text) ? value.toFixed(20).replace(/0+$/, '') : text;
}

/** Cents → dollars, a number with at most two decimals, as requests, replies and CSV files have them. */
export const dollarsOf = (amount: Cents | Rate | LtcPrice): number => amount / 100;
/** Cents → text with two decimals, such as '3.50'. */
export const dollarText = (amount: Cents | Rate): string => (amount / 100).toFixed(2);
/** Litoshi → LTC, a number with at most eight decimals, as requests, replies and CSV files have them. Exact up to 67 million LTC, the limit of a double. */
export const ltcOf = (amount: Litoshi): number => amount / LITOSHI_PER_LTC;
