import type { FoundPasses } from '@sterling/contract/gamepasses.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { formatWhole } from '../../kit/format/format.ts';

type Pass = FoundPasses['passes'][number];

/** Passes at the amount of the order come first, the others in the order of the distance to it. */
export const bestFirst = (passes: readonly Pass[], amount: number): Pass[] =>
  passes.toSorted((a, b) => Math.abs(a.price - amount) - Math.abs(b.price - amount));

/** One sentence on what was found, and the next step if nothing can be chosen. */
export function foundSummary({ owner, passes, offSale, isComplete }: FoundPasses, amount: number): string {
  if (passes.length > 0) {
    const onSale = onSaleText(passes.length, owner);
    return isComplete
      ? onSale
      : `${onSale} ${t('There are more. If yours is missing, paste its link above.')}`;
  }
  if (!isComplete) return t('Roblox took too long. Try again.');
  if (offSale > 0) return offSaleText(offSale, owner, amount);
  return owner === null ? t('No gamepasses in this experience.') : t('No gamepasses by {owner}.', { owner });
}

function onSaleText(passes: number, owner: string | null): string {
  const count = formatWhole(passes);
  return owner === null
    ? plural(
        passes,
        '{count} gamepass on sale in this experience.',
        '{count} gamepasses on sale in this experience.',
        { count },
      )
    : plural(passes, '{count} gamepass on sale by {owner}.', '{count} gamepasses on sale by {owner}.', {
        count,
        owner,
      });
}

function offSaleText(passes: number, owner: string | null, robux: number): string {
  const [count, amount] = [formatWhole(passes), formatWhole(robux)];
  return owner === null
    ? plural(
        passes,
        '{count} gamepass in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, amount },
      )
    : plural(
        passes,
        '{count} gamepass by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, owner, amount },
      );
}
