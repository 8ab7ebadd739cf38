import type { Given } from '@sterling/contract/endpoint.ts';
import { type PriceRule, priceRules } from '@sterling/contract/price-rules.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast.tsx';

export const rulesQuery = queryOptions({
  queryKey: ['price-rules'],
  queryFn: ({ signal }) => call(priceRules.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** A rule with the ids of its accounts. */
export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['price-rules', id],
    queryFn: ({ signal }) => call(priceRules.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });

export const CHANGES_PAGE_SIZE = 20;

export const changesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['price-rules', id, 'changes', page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), pageSize: String(CHANGES_PAGE_SIZE) };
      return callPage(priceRules.changes, { params: { id }, query }, { signal });
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** What a rule changes. The rates of its accounts follow a little later. */
const RULE_CHANGES = ['price-rules', 'roblox-accounts'] as const;

export type RuleBody = Given<typeof priceRules.add, 'body'>;

/** Adds a rule, or replaces the terms of `id`. The caller shows the failure. */
export function useSaveRule(id: string | null, onDone: () => void) {
  return useMutation({
    mutationFn: (body: RuleBody) =>
      id === null ? call(priceRules.add, { body }) : call(priceRules.change, { params: { id }, body }),
    onSuccess: ({ name, isOn }) => {
      toast({
        title: t('Price rule saved'),
        description: isOn
          ? t('“{name}” sets its rates in a few seconds.', { name })
          : t('“{name}” is off.', { name }),
      });
      onDone();
    },
    meta: { changes: RULE_CHANGES, failed: t('Price rule not saved') },
  });
}

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
    meta: { changes: ['roblox-accounts'], failed: t('Price rule not deleted') },
  });
}

/** Asks what a rule would do now. */
export function usePreview() {
  return useMutation({
    mutationFn: (body: RuleBody) => call(priceRules.preview, { body }),
    meta: { failed: t('No preview') },
  });
}
