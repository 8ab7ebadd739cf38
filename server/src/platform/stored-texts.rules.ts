import { parseDecimal } from '@sterling/contract/money.ts';
import {
  currentLanguage,
  englishText,
  type Phrase,
  phrase,
  text,
  translate,
} from '@sterling/contract/texts.ts';
import { ltc, trimmedUsd, usd, utcMinute, whole } from './formats.rules.ts';

/**
 * Texts with values that are stored in English, because nobody knows in which languages they will be read. `translateStored` finds them
 * again.
 */
export const WITH_VALUES = {
  notApproved: text('Not approved: {reason}'),
  notPaid: text('Not paid: {reason}'),
  payoutsPaused: text('Payouts are paused, because {reason}'),
  firstWithdrawal: text('First withdrawal to a new address. It will be sent after {time} UTC'),
  overReview: text('over {limit}'),
  overReviewInADay: text('over {limit} in parts within 24 hours'),
  fewPriceSources: text(
    'Only two price sources are available. Until there are more, we credit up to {limit} of deposits in 24 hours',
  ),
  noSeller: text('No seller could fill it at {rate} per 1,000 or less'),
  restrictedUntil: text('Roblox restricts purchases by this account until {time} UTC ({key}).'),
  restricted: text('Roblox restricts purchases by this account ({key}).'),
  verification: text(
    'Roblox requires verification ({check}). Complete it in your own browser, then activate the account again.',
  ),
  cookieVerification: text(
    'Roblox requires verification ({check}). Complete it in your own browser, then try again.',
  ),
  proxyScheme: text('{scheme} proxies are not supported. Use an HTTP proxy'),
  rateRange: text('Rate must be between {minimum} and {maximum}'),
  sameCookie: text('The same cookie as line {line}'),
  deadCookies: text('Roblox did not accept {count} cookies. Check the rest before you import it.'),
  deadCookiesInARow: text(
    'Roblox did not accept {count} cookies in a row. Check the rest before you import it.',
  ),
  offSale: text('The gamepass is off sale. Put it on sale for {robux} Robux and order again'),
  priceMismatch: text(
    "Your gamepass price ({price} Robux) doesn't match the order amount ({amount} Robux). Please adjust.",
  ),
  failedOrder: text(
    'Sterling failed {times} times in a row to process this order ({error}). The log of the server has the details',
  ),
  boughtByAnother: text(
    'The database was restored, and the account {username} owns this gamepass. If its Roblox records show that it bought it for this order, approve this and move the money to its seller with two corrections. Otherwise reject this: the buyer gets the money back and can order again',
  ),
  otherNetwork: text(
    'the node follows {chain} with genesis {genesis}, not {expected} with {expectedGenesis}',
  ),
  oldBlock: text('the newest block is {minutes} minutes old'),
  missingBlocks: text('the node knows {count} headers without their blocks'),
  nodeWarns: text('the node warns: {warning}'),
  unknownTip: text('the node is at {height} and does not know our block {ours} yet'),
  tooDeep: text(
    "none of the {count} blocks kept is in the node's chain: the reorganisation is too deep to follow",
  ),
  replacedBlocks: text('a reorganisation replaced {depth} blocks, down to block {height}'),
  unknownBlock: text('the second node does not know block {height} yet'),
  differentBlocks: text('the two nodes have different blocks at height {height}'),
  heightsApart: text('{who} is at block {height}, the node at {ours}'),
  otherBranch: text('{who} follows another branch of the chain'),
  outdated: text('{who} runs {version}, which is older than {minimum}'),
  priceJump: text('the Litecoin price moved by more than {percent}% within {time}'),
  lowReserves: text('the reserves cover {covered}% of what is owed, and the limit is {limit}%'),
  coinDifference: text('only {holder} has {amount} LTC at {coin}'),
  bookDifference: text('{what}: {subject} ({found} instead of {expected})'),
  signerSilent: text('the signer has not answered for {seconds} seconds'),
  signerFailed: text('the signer failed at {work}: {error}'),
  notSigned: text('not signed: {reason}'),
  paysOtherLitoshi: text('it pays {litoshi} litoshi and its dollars are worth {due}'),
  heldOtherCents: text('{held} cents are held for it instead of {due}'),
  overPaymentLimit: text("it is over the signer's limit of {limit} LTC a payment"),
  otherPayee: text('it does not pay {address}'),
  otherAccount: text('coin {coin} belongs to the {account} account'),
  foreignScript: text('coin {coin} is on a script that is not ours'),
  signedBefore: text('it was signed before as {txid}, whose coins another payment uses'),
  reviewRejected: text('Review rejected: {reason}'),
};

/** A text with its values, as it is stored. */
export const toStore = (english: string, values: Readonly<Record<string, string | number>>): string =>
  englishText({ text: english, values });

/** A text that was stored in English, or comes from a table. Several sentences are found one by one. */
export function translateStored(english: string): string {
  const whole = translateMatching(english, Object.values(WITH_VALUES));
  if (whole !== english || !english.includes('. ')) return whole;
  return english
    .split('. ')
    .map((sentence) => translateMatching(sentence, Object.values(WITH_VALUES)))
    .join('. ');
}

/** A stored text that one of these texts made, with its values in the current language. */
export function translateMatching(english: string, texts: readonly string[]): string {
  if (currentLanguage() === 'en') return english;
  for (const known of texts) {
    const values = patternOf(known).exec(english)?.groups;
    if (values)
      return translate({ text: known, values: Object.fromEntries(Object.entries(values).map(shownValue)) });
  }
  return translate({ text: english, values: {} });
}

/** The texts are few and constant, and each stored text is compared with all of them. */
const patterns = new Map<string, RegExp>();

function patternOf(known: string): RegExp {
  const pattern =
    patterns.get(known) ??
    new RegExp(`^${known.replace(/[.$()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);
  patterns.set(known, pattern);
  return pattern;
}

const shownValue = ([name, value]: [string, string]): [string, string] => [
  name,
  IN_ROBUX.has(name) && /^[\d,]+$/.test(value) ? whole(Number(value.replaceAll(',', ''))) : valueIn(value),
];

/** Values that are Robux where they are whole numbers. Texts that are older have no separators of thousands. */
const IN_ROBUX = new Set(['robux', 'price', 'amount']);

/**
 * Translates a value of a stored text: dollars such as $1,234.50, $1234.50 or $50, LTC with eight decimals, a `plainMinute`, or a
 * text.
 */
function valueIn(english: string): string {
  const [, dollars, cents] = /^\$([\d,]+)(\.\d\d)?$/.exec(english) ?? [];
  if (dollars) return (cents ? usd : trimmedUsd)(parseDecimal(english.slice(1).replaceAll(',', ''), 2)!);
  if (/^\d+\.\d{8}$/.test(english)) return ltc(parseDecimal(english, 8)!);
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(english)) return utcMinute(new Date(`${english}Z`));
  return translateStored(english);
}

/** A stored text, which has no full stop at its end, as a sentence for a hint. */
export const asSentence = (reason: string): Phrase =>
  phrase('{reason}.', { reason: () => translateStored(reason) });
