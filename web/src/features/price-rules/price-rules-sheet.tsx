import { MAX_PRICE_RULES, type PriceRule } from '@sterling/contract/price-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Pencil, Plus, Scale, ScrollText, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { ActionsMenu } from '../../kit/ui/actions-menu.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { MenuItem, MenuSeparator } from '../../kit/ui/dropdown-menu.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { linesOf } from './draft.ts';
import { rulesQuery, useRemoveRule, useTurnRule } from './use-price-rules.ts';

const RuleDialog = lazy(() => import('./rule-dialog.tsx'));
const ChangesDialog = lazy(() => import('./changes-dialog.tsx'));

type Step = 'edit' | 'changes' | 'remove';
type Opened = 'add' | { readonly step: Step; readonly rule: PriceRule } | null;

/** The seller's price rules. */
export default function PriceRulesSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(rulesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <SideSheet
      onClose={onClose}
      title="Price rules"
      description="Rules set the rates of your accounts, soon after the market or your stock changes."
    >
      {data ? (
        <Rules rules={data} onOpen={(step, rule) => setOpened({ step, rule })} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={2} />
      )}
      {data && data.length < MAX_PRICE_RULES && (
        <Button onClick={() => setOpened('add')}>
          <Plus aria-hidden className="size-4" />
          Add a rule
        </Button>
      )}
      <Overlays>
        {opened === 'add' && <RuleDialog rule={null} onClose={close} />}
        {opened && opened !== 'add' && <OpenedStep {...opened} onClose={close} />}
      </Overlays>
    </SideSheet>
  );
}

function OpenedStep({ step, rule, onClose }: { step: Step; rule: PriceRule; onClose: () => void }) {
  if (step === 'edit') return <RuleDialog rule={rule} onClose={onClose} />;
  if (step === 'changes') return <ChangesDialog rule={rule} onClose={onClose} />;
  return <RemoveDialog rule={rule} onClose={onClose} />;
}

interface RulesProps {
  rules: readonly PriceRule[];
  onOpen: (step: Step, rule: PriceRule) => void;
}

function Rules({ rules, onOpen }: RulesProps) {
  if (rules.length === 0)
    return (
      <EmptyState icon={Scale} title="No price rules yet" className="py-6">
        <p>
          A rule stays just below the lowest rate of other sellers, or changes your rate by stock and time of
          day. It never leaves your floor and ceiling.
        </p>
      </EmptyState>
    );
  return (
    <ul aria-label="Price rules" className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} onOpen={(step) => onOpen(step, rule)} />
      ))}
    </ul>
  );
}

function RuleRow({ rule, onOpen }: { rule: PriceRule; onOpen: (step: Step) => void }) {
  const { name, isOn, accounts, pausedAccounts } = rule;
  const turn = useTurnRule(rule);
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 pt-1 font-medium text-1">{name}</p>
        <span className="flex items-center gap-3">
          <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          <ActionsMenu of={name} pending={turn.isPending}>
            <MenuItem icon={Pencil} onSelect={() => onOpen('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon={isOn ? CirclePause : CircleCheck} onSelect={() => turn.mutate()}>
              {isOn ? 'Turn off' : 'Turn on'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => onOpen('remove')}>
              Delete
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
        {formatWhole(accounts)} {accounts === 1 ? 'account' : 'accounts'}
        {pausedAccounts > 0 && <Badge tone="warn">{formatWhole(pausedAccounts)} paused</Badge>}
      </p>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => onOpen('changes')}>
        <ScrollText aria-hidden className="size-4" />
        Changes
      </Button>
    </li>
  );
}

function RemoveDialog({ rule, onClose }: { rule: PriceRule; onClose: () => void }) {
  const remove = useRemoveRule(rule, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${rule.name}”?`}
      description="Its accounts keep their rates. Accounts that it has paused go on sale again."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
