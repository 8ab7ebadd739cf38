import {
  MAX_RULE_CENTS,
  type PricePreview,
  type PriceRule,
  priceRules,
} from '@sterling/contract/price-rules.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { FormCheckbox, FormSelect } from '../../kit/form/controlled-fields.tsx';
import { RateField, rateProblem } from '../../kit/form/rate-field.tsx';
import { typedDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog, FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { AccountChoice } from '../roblox-accounts/account-choice.tsx';
import { allAccountsQuery } from '../roblox-accounts/accounts.ts';
import {
  bodyOf,
  draftOf,
  faultOf,
  newDraft,
  type RuleDraft,
  type RuleForm,
  ruleQuery,
  usePreview,
  useSaveRule,
} from './price-rules.ts';
import { DayTimes, StockSteps } from './step-fields.tsx';

interface RuleDialogProps {
  /** Null: a new one. */
  rule: PriceRule | null;
  onClose: () => void;
}

/** Adds a price rule, or changes one. */
export default function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { data, error, refetch } = useQuery({ ...ruleQuery(rule?.id ?? ''), enabled: rule !== null });
  if (rule === null) return <Form id={null} initial={newDraft()} onClose={onClose} />;
  if (data) return <Form id={data.id} initial={draftOf(data, data.accountIds)} onClose={onClose} />;
  return (
    <Dialog title={TITLES.edit} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={6} />}
    </Dialog>
  );
}

const TITLES = { add: t('Add a price rule'), edit: t('Edit the price rule') };

/** The inputs of a draft that contradict others of their list. */
const PARTS_AT_FAULT = {
  stockSteps: (draft: RuleDraft) => {
    const amounts = bodyOf(draft).stockSteps.map(({ fromRobux }) => Number(fromRobux));
    const isTwice = (amount: number) => amounts.indexOf(amount) !== amounts.lastIndexOf(amount);
    return amounts.flatMap((amount, index) => (isTwice(amount) ? [`${index}.fromRobux`] : []));
  },
  dayTimes: ({ dayTimes }: RuleDraft) =>
    dayTimes.flatMap(({ from, to }, index) => (from === to ? [`${index}.to`] : [])),
};

interface FormProps {
  /** Null: a new rule. */
  id: string | null;
  initial: RuleDraft;
  onClose: () => void;
}

function Form({ id, initial, onClose }: FormProps) {
  const form: RuleForm = useContractForm(priceRules.add, {
    defaultValues: initial,
    bodyOf,
    missing: { name: t('Enter a name'), floor: t('Enter a floor'), ceiling: t('Enter a ceiling') },
    wrong: {
      floor: ({ floor }) => rateProblem(floor),
      ceiling: ({ ceiling }) => rateProblem(ceiling),
      baseRate: ({ baseRate }) => rateProblem(baseRate),
      belowCents: t('Enter whole cents from 0 to {most}', { most: MAX_RULE_CENTS }),
      stockSteps: t('Enter whole Robux and whole cents in each step'),
      dayTimes: t('Enter two times and whole cents in each line'),
    },
    rules: {
      ceiling: (draft) => faultOf(draft, 'ceiling') && t('The ceiling must not be below the floor'),
      stockSteps: (draft) => faultOf(draft, 'stockSteps') && t('Two steps begin at the same amount'),
      dayTimes: (draft) => faultOf(draft, 'dayTimes') && t('A time of day must end at another time'),
    },
    parts: PARTS_AT_FAULT,
  });
  const { send, isPending } = useSend(form, id, onClose);
  return (
    <FormDialog
      title={id === null ? TITLES.add : TITLES.edit}
      description={t('The rule sets the rates of the accounts that you choose.')}
      submitLabel={id === null ? t('Add rule') : t('Save')}
      isDirty={form.isDirty}
      isPending={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <InputField
        {...form.field('name')}
        label={t('Name')}
        autoComplete="off"
        placeholder={t('Two cents below')}
      />
      <StartFields form={form} />
      <div className="grid grid-cols-2 gap-3">
        <RateField {...form.field('floor')} label={t('Floor')} placeholder={typedDecimal('3.00')} />
        <RateField {...form.field('ceiling')} label={t('Ceiling')} placeholder={typedDecimal('5.00')} />
      </div>
      <StockSteps form={form} />
      <DayTimes form={form} />
      <Accounts form={form} ruleId={id} />
      <Preview form={form} />
    </FormDialog>
  );
}

/** Saves what has changed. Without a change it only closes the form. */
function useSend(form: RuleForm, id: string | null, onClose: () => void) {
  const save = useSaveRule(id, onClose);
  const send = form.submit((body) => {
    const changes = form.changesIn(body);
    if (id !== null && Object.keys(changes).length === 0) onClose();
    else save.mutate({ body, changes });
  });
  return { send, isPending: save.isPending };
}

const STARTS = [
  { value: 'follow', label: t('The lowest rate of other sellers') },
  { value: 'base', label: t('A rate of my own') },
] as const;

/** What the rate starts from. */
function StartFields({ form }: { form: RuleForm }) {
  const start = useWatch({ control: form.control, name: 'start' });
  return (
    <>
      <FormSelect control={form.control} name="start" label={t('Start from')} choices={STARTS} />
      {start === 'base' ? (
        <RateField {...form.field('baseRate')} label={t('Rate per 1K')} placeholder={typedDecimal('4.00')} />
      ) : (
        <>
          <InputField
            {...form.field('belowCents')}
            label={t('Cents below that rate')}
            hint={t('0 matches that rate. Your own accounts are never followed.')}
            inputMode="numeric"
            autoComplete="off"
          />
          <FormCheckbox
            control={form.control}
            name="pausesBelowFloor"
            label={t('Take the accounts off sale while the rule needs a rate below the floor')}
          />
        </>
      )}
    </>
  );
}

function Accounts({ form, ruleId }: { form: RuleForm; ruleId: string | null }) {
  const { data, error, refetch } = useQuery(allAccountsQuery);
  const chosen = useWatch({ control: form.control, name: 'accountIds' });
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={3} />;
  if (data.length === 0)
    return <EmptyState title={t('No accounts yet')}>{t('Add a Roblox account first.')}</EmptyState>;
  return (
    <AccountChoice
      accounts={data}
      chosen={new Set(chosen)}
      onChoose={(ids) => form.setValue('accountIds', ids, { shouldDirty: true, shouldValidate: true })}
      error={form.formState.errors.accountIds?.message}
      noteOf={({ priceRule }) =>
        priceRule && priceRule.id !== ruleId ? t('Now in “{name}”', { name: priceRule.name }) : null
      }
    />
  );
}

/** Shows on request what the rates of the chosen accounts would be now, and why. */
function Preview({ form }: { form: RuleForm }) {
  const preview = usePreview();
  const ask = form.submit((_, draft) => preview.mutate(bodyOf(draft)));
  return (
    <section aria-label={t('Preview')} className="flex flex-col gap-2">
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        pending={preview.isPending}
        onClick={() => void ask()}
      >
        <Eye aria-hidden className="size-4" />
        {t('Show the rates now')}
      </Button>
      {preview.data &&
        (preview.data.length === 0 ? (
          <p ref={bringIntoView} className="text-3 text-sm">
            {t('Choose accounts to see their rates.')}
          </p>
        ) : (
          <ul
            key={preview.submittedAt}
            ref={bringIntoView}
            className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line"
          >
            {preview.data.map((row) => (
              <PreviewRow key={row.accountId} row={row} />
            ))}
          </ul>
        ))}
    </section>
  );
}

/** The answer stands below its button, where the dialog may end. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function PreviewRow({ row: { username, fromRate, toRate, isPaused, text } }: { row: PricePreview }) {
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 truncate font-medium text-1">{username}</span>
        <span className="flex items-center gap-2 text-1 tabular-nums">
          {isPaused && <Badge tone="warn">{t('Paused')}</Badge>}
          {fromRate === toRate ? formatRate(toRate) : `${formatRate(fromRate)} → ${formatRate(toRate)}`}
        </span>
      </p>
      <p className="text-2 text-sm">{text}</p>
    </li>
  );
}
