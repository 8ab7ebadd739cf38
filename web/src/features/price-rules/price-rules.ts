import type { Given } from '@sterling/contract/endpoint.ts';
import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { parseDecimal } from '@sterling/contract/money.ts';
import { faultsOfTerms, type PriceRule, priceRules } from '@sterling/contract/price-rules.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, explain, isRefused } from '../../data/call.ts';
import { callPage } from '../../data/pages.ts';
import { parseRate } from '../../kit/form/rate-field.tsx';
import { plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import type { ContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { formatClock, ownTimeZone } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.ts';

export const rulesQuery = queryOptions({
  queryKey: ['price-rules'],
  queryFn: ({ signal }) => call(priceRules.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** A rule with the ids of its accounts. A form takes its values from the first answer, so no old one is kept for the next form. */
export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['price-rules', id],
    queryFn: ({ signal }) => call(priceRules.read, { params: { id } }, { signal }),
    gcTime: 0,
  });

export const changesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['price-rules', id, 'changes', page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), pageSize: String(EVENTS_PAGE_SIZE) };
      return callPage(priceRules.changes, { params: { id }, query }, { signal });
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** What a rule changes. The rates of its accounts follow a little later. */
const RULE_CHANGES = ['price-rules', 'roblox-accounts', 'inbox'] as const;

export type RuleBody = Given<typeof priceRules.add, 'body'>;

interface SavedRule {
  readonly body: RuleBody;
  /** What differs from the rule as the form showed it at first. */
  readonly changes: Partial<RuleBody>;
}

/** Adds a rule, or changes terms of `id`. */
export function useSaveRule(id: string | null, onDone: () => void) {
  return useMutation({
    mutationFn: ({ body, changes }: SavedRule) =>
      id === null
        ? call(priceRules.add, { body })
        : call(priceRules.change, { params: { id }, body: { ...changes, ...startOf(body, changes) } }),
    onSuccess: ({ name, isOn }) => {
      toast({
        title: t('Price rule saved'),
        description: isOn
          ? t('“{name}” sets its rates in a few seconds.', { name })
          : t('“{name}” is off.', { name }),
      });
      onDone();
    },
    meta: {
      changes: RULE_CHANGES,
      failed: t('Price rule not saved'),
      explain: (error) => (id !== null && isRefused(error, 'invalid_input') ? CONTRADICTION : explain(error)),
    },
  });
}

/** The form has checked the terms that it shows, so only others can contradict them. */
const CONTRADICTION = t(
  'The rule was changed in another tab or by a program, and your change no longer fits. Open the rule again.',
);

/** What a rate starts from, if a part of it has changed. Another tab's other half could contradict one part alone. */
function startOf(body: RuleBody, changes: Partial<RuleBody>): Partial<RuleBody> {
  const { belowCents, baseRate, pausesBelowFloor } = body;
  const start = { belowCents, baseRate, pausesBelowFloor };
  return Object.keys(start).some((part) => part in changes) ? start : {};
}

/** Turns a rule on or off. Off, its accounts keep their rates, and accounts that it paused are on sale again. */
export function useTurnRule({ id, isOn }: PriceRule) {
  return useMutation({
    mutationFn: () => call(priceRules.change, { params: { id }, body: { isOn: !isOn } }),
    onSuccess: (rule) =>
      toast({
        title: rule.isOn ? t('Price rule turned on') : t('Price rule turned off'),
        description: rule.isOn
          ? t('“{name}” sets its rates in a few seconds.', { name: rule.name })
          : t('The accounts of “{name}” keep their rates. Paused ones are on sale again.', {
              name: rule.name,
            }),
      }),
    meta: {
      changes: RULE_CHANGES,
      failed: isOn ? t('Price rule not turned off') : t('Price rule not turned on'),
    },
  });
}

export function useRemoveRule({ id }: PriceRule, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(priceRules.remove, { params: { id } }),
    onSuccess: () => {
      client.setQueryData(rulesQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
      onDone();
    },
    meta: { changes: RULE_CHANGES, failed: t('Price rule not deleted') },
  });
}

/** Asks what a rule would do now. */
export function usePreview() {
  return useMutation({
    mutationFn: (body: RuleBody) => call(priceRules.preview, { body }),
    meta: { failed: t('No preview') },
  });
}

/** The fields of the form. Numbers are texts, as typed. */
export interface RuleDraft {
  name: string;
  start: 'follow' | 'base';
  belowCents: string;
  baseRate: string;
  floor: string;
  ceiling: string;
  pausesBelowFloor: boolean;
  stockSteps: { fromRobux: string; cents: string }[];
  dayTimes: { from: string; to: string; cents: string }[];
  timeZone: string;
  accountIds: readonly string[];
}

export type RuleForm = ContractForm<typeof priceRules.add, RuleDraft>;

/** A new rule, in the time zone of this browser. */
export const newDraft = (): RuleDraft => ({
  name: '',
  start: 'follow',
  belowCents: '1',
  baseRate: '',
  floor: '',
  ceiling: '',
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
  timeZone: ownTimeZone(),
  accountIds: [],
});

export const draftOf = (rule: PriceRule, accountIds: readonly string[]): RuleDraft => ({
  name: rule.name,
  start: rule.belowCents === null ? 'base' : 'follow',
  belowCents: rule.belowCents === null ? '' : String(rule.belowCents),
  baseRate: rule.baseRate === null ? '' : typedDollars(rule.baseRate),
  floor: typedDollars(rule.floor),
  ceiling: typedDollars(rule.ceiling),
  pausesBelowFloor: rule.pausesBelowFloor,
  stockSteps: rule.stockSteps.map(({ fromRobux, cents }) => ({
    fromRobux: String(fromRobux),
    cents: String(cents),
  })),
  dayTimes: rule.dayTimes.map(({ cents, ...times }) => ({ ...times, cents: String(cents) })),
  timeZone: rule.timeZone,
  accountIds,
});

export function bodyOf(draft: RuleDraft): RuleBody {
  const isFollowing = draft.start === 'follow';
  return {
    name: draft.name,
    floor: plainDecimal(draft.floor),
    ceiling: plainDecimal(draft.ceiling),
    belowCents: isFollowing ? plainDecimal(draft.belowCents) : null,
    baseRate: isFollowing ? null : plainDecimal(draft.baseRate),
    pausesBelowFloor: isFollowing && draft.pausesBelowFloor,
    stockSteps: draft.stockSteps.map(({ fromRobux, cents }) => ({
      fromRobux: withoutSeparators(fromRobux),
      cents: plainDecimal(cents),
    })),
    dayTimes: draft.dayTimes.map(({ from, to, cents }) => ({ from, to, cents: plainDecimal(cents) })),
    timeZone: draft.timeZone,
    accountIds: [...draft.accountIds],
  };
}

const withoutSeparators = (text: string): string => plainDecimal(text).replaceAll(/[,\s]/g, '');

/** What the contract says against the terms of a draft whose single fields are right. */
export function faultOf(draft: RuleDraft, field: string): string | undefined {
  const [floor, ceiling] = [parseRate(draft.floor), parseRate(draft.ceiling)];
  if (floor === null || ceiling === null) return undefined;
  const isFollowing = draft.start === 'follow';
  return faultsOfTerms({
    floor,
    ceiling,
    // any number, because only its presence is checked; so with the base rate
    belowCents: isFollowing ? 0 : null,
    baseRate: isFollowing ? null : 0,
    pausesBelowFloor: isFollowing && draft.pausesBelowFloor,
    stockSteps: draft.stockSteps.map(({ fromRobux }) => ({
      fromRobux: parseDecimal(withoutSeparators(fromRobux), 0) ?? 0,
    })),
    dayTimes: draft.dayTimes,
  })[field];
}

/** What a rule does, in short lines. */
export function linesOf(rule: PriceRule): string[] {
  const { belowCents, baseRate, stockSteps, dayTimes, timeZone, pausesBelowFloor } = rule;
  const range = { floor: formatRate(rule.floor), ceiling: formatRate(rule.ceiling) };
  const steps = [
    ...stockSteps.map(({ fromRobux, cents }) =>
      t('{cents} from {fromRobux} R$', { cents: signed(cents), fromRobux: formatWhole(fromRobux) }),
    ),
    ...dayTimes.map(({ from, to, cents }) =>
      t('{cents} from {from} to {to}', { cents: signed(cents), from: clockOf(from), to: clockOf(to) }),
    ),
  ];
  return [
    ...(baseRate === null ? [] : [t('Starts from {baseRate}', { baseRate: formatRate(baseRate) })]),
    ...(belowCents === null ? [] : [following(belowCents)]),
    pausesBelowFloor
      ? t('Between {floor} and {ceiling}, pauses below', range)
      : t('Between {floor} and {ceiling}', range),
    ...(steps.length > 0 ? [steps.join('; ')] : []),
    ...(dayTimes.length > 0 && timeZone !== ownTimeZone()
      ? [t('Times are in {timeZone}', { timeZone })]
      : []),
  ];
}

/** `10:00 PM` for '22:00'. */
const clockOf = (time: string): string => formatClock(new Date(`2024-01-01T${time}`));

const following = (below: number): string =>
  below === 0
    ? t('Matches the lowest rate')
    : plural(below, '{below} cent below the lowest rate', '{below} cents below the lowest rate', { below });

const signed = (cents: number): string => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${Math.abs(cents)}¢`;
