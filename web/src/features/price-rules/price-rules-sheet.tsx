import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import {
  MAX_PRICE_RULES,
  PRICE_CHANGE_DAYS,
  type PriceChange,
  type PriceRule,
  priceRules,
} from '@sterling/contract/price-rules.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Pencil, Plus, Scale, ScrollText, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { formatMoment } from '../../kit/format/format-time.ts';
import { useSheetView, useUrlSheet } from '../../kit/navigation/open-above.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ActionsMenu, MenuItem, MenuSeparator } from '../../kit/ui/dropdown-menu.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { PRICE_CHANGES_SHEET } from '../roblox-accounts/accounts.ts';
import { changesQuery, linesOf, rulesQuery, useRemoveRule, useTurnRule } from './price-rules.ts';

const RuleDialog = lazy(() => import('./rule-dialog.tsx'));

type Step = 'edit' | 'remove';
type Openable = Step | 'changes';
type Opened = 'add' | { readonly step: Step; readonly rule: PriceRule } | null;

/** The seller's price rules. */
export default function PriceRulesSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(rulesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const changes = useUrlSheet(PRICE_CHANGES_SHEET);
  const changing = query.data?.find(({ id }) => id === changes.of);
  const open = (step: Openable, rule: PriceRule) =>
    step === 'changes' ? changes.open(rule.id) : setOpened({ step, rule });
  return (
    <SideSheet
      onClose={onClose}
      title={t('Price rules')}
      description={t('Rules set the rates of your accounts, soon after the market or your stock changes.')}
    >
      <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
        {(rules) => <Rules rules={rules} onOpen={open} />}
      </Loaded>
      {query.data && query.data.length < MAX_PRICE_RULES && (
        <Button onClick={() => setOpened('add')}>
          <Plus aria-hidden className="size-4" />
          {t('Add a rule')}
        </Button>
      )}
      <Overlays>
        {opened === 'add' && <RuleDialog rule={null} onClose={close} />}
        {opened && opened !== 'add' && <OpenedStep {...opened} onClose={close} />}
        {changing && <ChangesDialog rule={changing} onClose={changes.close} />}
      </Overlays>
    </SideSheet>
  );
}

function OpenedStep({ step, rule, onClose }: { step: Step; rule: PriceRule; onClose: () => void }) {
  if (step === 'edit') return <RuleDialog rule={rule} onClose={onClose} />;
  return <RemoveDialog rule={rule} onClose={onClose} />;
}

interface RulesProps {
  rules: readonly PriceRule[];
  onOpen: (step: Openable, rule: PriceRule) => void;
}

function Rules({ rules, onOpen }: RulesProps) {
  if (rules.length === 0)
    return (
      <EmptyState icon={Scale} title={t('No price rules yet')} className="py-6">
        <p>
          {t(
            'A rule stays just below the lowest rate of other sellers, or changes your rate by stock and time of day. It never leaves your floor and ceiling.',
          )}
        </p>
      </EmptyState>
    );
  return (
    <ul
      aria-label={t('Price rules')}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} onOpen={(step) => onOpen(step, rule)} />
      ))}
    </ul>
  );
}

function RuleRow({ rule, onOpen }: { rule: PriceRule; onOpen: (step: Openable) => void }) {
  const { name, isOn, accounts, pausedAccounts } = rule;
  const turn = useTurnRule(rule);
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex large-text:flex-wrap items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 pt-1 font-medium text-1">{name}</p>
        <span className="flex items-center gap-3">
          <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? t('On') : t('Off')}</Badge>
          <ActionsMenu of={name} pending={turn.isPending}>
            <MenuItem icon={Pencil} onSelect={() => onOpen('edit')}>
              {t('Edit')}
            </MenuItem>
            <MenuItem icon={isOn ? CirclePause : CircleCheck} onSelect={() => turn.mutate()}>
              {isOn ? t('Turn off') : t('Turn on')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => onOpen('remove')}>
              {t('Delete')}
            </MenuItem>
          </ActionsMenu>
        </span>
      </div>
      <ul className="text-2 text-sm">
        {linesOf(rule).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2 text-3 text-xs">
        {plural(accounts, '{count} account', '{count} accounts', { count: formatWhole(accounts) })}
        {pausedAccounts > 0 && (
          <Badge tone="warn">
            {plural(pausedAccounts, '{count} paused', '{count} paused', {
              count: formatWhole(pausedAccounts),
            })}
          </Badge>
        )}
      </p>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => onOpen('changes')}>
        <ScrollText aria-hidden className="size-4" />
        {t('Changes')}
      </Button>
    </li>
  );
}

function RemoveDialog({ rule, onClose }: { rule: PriceRule; onClose: () => void }) {
  const remove = useRemoveRule(rule, onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Delete “{name}”?', { name: rule.name })}
      description={t('Its accounts keep their rates. Accounts that it has paused go on sale again.')}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

const PARAMS = ['page'] as const;

/** What a rule has changed, the newest first. */
function ChangesDialog({ rule, onClose }: { rule: PriceRule; onClose: () => void }) {
  const [{ page = '1' }, show] = useSheetView(priceRules.changes.query, PARAMS);
  const query = useQuery(changesQuery(rule.id, Number(page)));
  return (
    <Dialog
      title={t('Changes by “{name}”', { name: rule.name })}
      description={t('Kept for {priceChangeDays} days.', { priceChangeDays: PRICE_CHANGE_DAYS })}
      onClose={onClose}
    >
      <div className="-mx-5 border-line border-t">
        <PagedRows
          query={query}
          pageSize={EVENTS_PAGE_SIZE}
          onPage={(next) => show({ page: String(next) })}
          quiet
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={ScrollText} title={t('No changes yet')}>
                {t('Rates that the rule sets will appear here.')}
              </EmptyState>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {rows.map((change) => (
                  <ChangeRow key={change.id} change={change} />
                ))}
              </ul>
            )
          }
        </PagedRows>
      </div>
    </Dialog>
  );
}

function ChangeRow({ change }: { change: PriceChange }) {
  const { username, at, text } = change;
  return (
    <li className="flex flex-col gap-1 px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 truncate font-medium text-1">{username}</p>
        <p className="text-3 text-xs">{formatMoment(at)}</p>
      </div>
      <p className="text-1 tabular-nums">{stepOf(change)}</p>
      <p className="text-2 text-sm">{text}</p>
    </li>
  );
}

/** '$4.00 → $3.39', and what happened to the sale. */
function stepOf({ fromRate, toRate, wasPaused, isPaused }: PriceChange): string {
  const rates = fromRate === toRate ? formatRate(toRate) : `${formatRate(fromRate)} → ${formatRate(toRate)}`;
  if (wasPaused === isPaused) return rates;
  return isPaused ? t('{rates}, paused', { rates }) : t('{rates}, on sale again', { rates });
}
