import {
  type Cents,
  cents,
  dollarsOf,
  type LtcPrice,
  parseDecimal,
  type Rate,
} from '@sterling/contract/money.ts';
import { ofLocale, t } from '@sterling/contract/texts.ts';

/** How a locale writes decimals. */
function signsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234.5);
  const [group, decimal] = (['group', 'decimal'] as const).map(
    (wanted) => parts.find(({ type }) => type === wanted)!.value,
  ) as [string, string];
  return {
    group,
    decimal,
    grouped: new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d*)?$`),
    ungrouped: new RegExp(`^-?\\d*\\${decimal}\\d*$`),
  };
}

const ENGLISH = 'en-US';
const signs = ofLocale(signsOf);
const englishSigns = signsOf(ENGLISH);

/**
 * The text of a field as a plain decimal: in Spanish '12,50' → '12.50' and '1.234,50' → '1234.50', in English '1,234.50' →
 * '1234.50'. Other text stays as it is, for the check of the field.
 */
export const plainDecimal = (typed: string): string => readWith(signs(), typed.trim());

function readWith({ group, decimal, grouped, ungrouped }: ReturnType<typeof signsOf>, text: string): string {
  if (!(grouped.test(text) || ungrouped.test(text))) return text;
  return text.replaceAll(group, '').replace(decimal, '.');
}

/** Typed dollars in cents. Null unless they are a positive amount with at most two decimals and without a dollar sign. */
export const parseDollars = (typed: string): Cents | null => positiveCents(plainDecimal(typed));

/** As `parseDollars`, but reads '$', 'US$', spaces, and English groups in every language: '$1,234.50'. */
export function parseLooseDollars(typed: string): Cents | null {
  const plain = plainDecimal(typed.replace(/US\$|[$\s]/g, ''));
  return positiveCents(readWith(englishSigns, plain));
}

function positiveCents(plain: string): Cents | null {
  const amountCents = parseDecimal(plain, 2);
  return amountCents !== null && amountCents > 0 ? cents(amountCents) : null;
}

/** What is wrong with a typed number that has more than two decimals. Undefined for any other text. */
export const centsProblem = (typed: string): string | undefined =>
  /^\d+\.\d{3,}$/.test(plainDecimal(typed)) ? t('Use at most two decimals') : undefined;

/**
 * The properties of a field for a number. Browsers read `type="number"` in their own language: one in English drops the
 * comma of '12,50', which makes it 1250. So where the page has another sign than a point, the field is one for text.
 */
export function numberField<Props extends { type?: string }>(props: Props): Props {
  if (props.type !== 'number' || signs().decimal === '.') return props;
  return { ...props, type: 'text', autoComplete: 'off', min: undefined, max: undefined, step: undefined };
}

/** '.' in English, ',' in Spanish and Portuguese. */
export const decimalSign = (): string => signs().decimal;

/** A plain decimal as a person would type it: '4.50' → '4,50' in Spanish. */
export const typedDecimal = (plain: string): string => plain.replace('.', signs().decimal);

/** An amount as a person would type it in dollars, with two decimals: '4.50'. */
export const typedDollars = (amount: Cents | Rate | LtcPrice): string =>
  typedDecimal(dollarsOf(amount).toFixed(2));
