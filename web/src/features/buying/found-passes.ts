import type { FoundPasses } from '@sterling/contract/gamepasses.ts';
import { formatWhole } from '../../kit/format/format.ts';

type Pass = FoundPasses['passes'][number];

/** Passes at the amount of the order come first, the others in the order of the distance to it. */
export const bestFirst = (passes: readonly Pass[], amount: number): Pass[] =>
  passes.toSorted((a, b) => Math.abs(a.price - amount) - Math.abs(b.price - amount));

/** One sentence on what was found, and the next step if nothing can be chosen. */
export function foundSummary({ owner, passes, offSale, isComplete }: FoundPasses, amount: number): string {
  const of = owner === null ? 'in this experience' : `by ${owner}`;
  if (passes.length === 0 && !isComplete) return 'Roblox took too long. Try again.';
  if (passes.length === 0 && offSale > 0)
    return `${counted(offSale)} ${of}, but none is on sale. Put one on sale at exactly ${formatWhole(amount)} Robux.`;
  if (passes.length === 0) return `No gamepasses ${of}.`;
  const more = isComplete ? '' : ' There are more. If yours is missing, paste its link above.';
  return `${counted(passes.length)} on sale ${of}.${more}`;
}

const counted = (count: number): string => `${formatWhole(count)} ${count === 1 ? 'gamepass' : 'gamepasses'}`;

/** Whether a pasted link names an experience instead of a gamepass. */
export const isExperienceLink = (url: string): boolean =>
  /^(?:https?:\/\/)?(?:www\.|web\.)?roblox\.com\/(?:[a-z-]{2,5}\/)?games\/\d+/i.test(url.trim()) &&
  !/[?&]gamePassId=\d/i.test(url);
