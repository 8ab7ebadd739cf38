import { bodyOf, type RuleDraft } from './price-rules.ts';

/** The inputs of a draft that contradict others of their list. */
export const PARTS_AT_FAULT = {
  stockSteps: (draft: RuleDraft) => {
    const amounts = bodyOf(draft).stockSteps.map(({ fromRobux }) => Number(fromRobux));
    const isTwice = (amount: number) => amounts.indexOf(amount) !== amounts.lastIndexOf(amount);
    return amounts.flatMap((amount, index) => (isTwice(amount) ? [`${index}.fromRobux`] : []));
  },
  dayTimes: ({ dayTimes }: RuleDraft) =>
    dayTimes.flatMap(({ from, to }, index) => (from === to ? [`${index}.to`] : [])),
};
