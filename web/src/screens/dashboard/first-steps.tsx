import { MAX_RATE, MIN_RATE } from '@sterling/contract/money.ts';
import type { BuyerWeek, SellerWeek } from '@sterling/contract/stats.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { walletQuery } from '../../features/wallet/balance.ts';
import { formatRate, formatTrimmedUsd } from '../../kit/format/format.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { StepMark } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';

const CREATE_URL = 'https://create.roblox.com/dashboard/creations';

/** From no account to the first Robux. An order or a pre-order shows that the buyer has a gamepass. */
export function BuyerFirstSteps({ totals }: Pick<BuyerWeek, 'totals'>) {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  return (
    <Checklist
      lead={t('No activity this week. Three steps lead to your first Robux.')}
      steps={[
        {
          title: t('Create a gamepass'),
          text: t('On Roblox, priced at the Robux you want. A seller buys it from you.'),
          isDone: totals.totalOrders > 0 || totals.preOrders > 0,
          action: { label: t('Open Roblox'), href: CREATE_URL },
        },
        {
          title: t('Deposit Litecoin'),
          text: wallet
            ? t("Deposits buy Robux and can't be withdrawn. From {minimum}.", {
                minimum: formatTrimmedUsd(wallet.minimumDeposit),
              })
            : t("Deposits buy Robux and can't be withdrawn."),
          isDone: wallet ? wallet.totalDeposits > 0 : undefined,
          action: { label: t('Deposit now'), href: sectionPath('wallet') },
        },
        {
          title: t('Buy Robux'),
          text: t('Pick an amount and paste the link of your gamepass.'),
          isDone: totals.completedOrders > 0,
          action: { label: t('Buy'), href: sectionPath('buy-robux') },
        },
      ]}
    />
  );
}

/** From no account to the first sale. An account for sale has a rate. */
export function SellerFirstSteps({ totals }: Pick<SellerWeek, 'totals'>) {
  return (
    <Checklist
      lead={t('No revenue data yet. Three steps lead to your first sale.')}
      steps={[
        {
          title: t('Add your Roblox account'),
          text: t('With its cookie. You confirm that it is yours.'),
          isDone: totals.activeListings > 0,
          action: { label: t('Add account'), href: sectionPath('cookies') },
        },
        {
          title: t('Set your rate'),
          text: t('From {minRate} to {maxRate} per 1,000 Robux. The cheapest rate sells first.', {
            minRate: formatRate(MIN_RATE),
            maxRate: formatRate(MAX_RATE),
          }),
          isDone: totals.accountsForSale > 0,
          action: { label: t('Set rate'), href: sectionPath('roblox-accounts') },
        },
        {
          title: t('Make your first sale'),
          text: t('Automatic accounts fill orders around the clock.'),
          isDone: totals.totalSales > 0,
          action: { label: t('See market'), href: sectionPath('robux-market') },
        },
      ]}
    />
  );
}

interface ChecklistStep {
  readonly title: string;
  readonly text: string;
  /** Undefined while loading. */
  readonly isDone: boolean | undefined;
  /** The link that leads to the step: a section, or a page of Roblox. */
  readonly action: { readonly label: string; readonly href: string };
}

interface ChecklistProps {
  /** Says that there is nothing yet, in place of the chart. */
  lead: string;
  steps: readonly ChecklistStep[];
}

/** The first steps of a new user. Steps that are done are ticked, and the next one has the main link. */
function Checklist({ lead, steps }: ChecklistProps) {
  const id = useId();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby={id} className="flex w-full max-w-xl flex-col px-2 sm:px-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={id} className="font-semibold text-1 text-base">
          {t('First steps')}
        </h3>
        <span className="text-3 text-xs tabular-nums">
          {t('{done} of {count} done', { done, count: steps.length })}
        </span>
      </div>
      <p className="text-3">{lead}</p>
      <ol className="mt-2 divide-y divide-line">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, number, isNext }: { step: ChecklistStep; number: number; isNext: boolean }) {
  const { title, text, isDone, action } = step;
  return (
    <li className="flex min-h-16 large-text:flex-wrap items-center gap-3 py-2.5">
      <StepMark number={number} done={isDone === true} />
      <div className="min-w-0 flex-1 large-text:basis-full">
        <p className={cn('font-medium', isDone ? 'text-3' : 'text-1')}>{title}</p>
        <p className="text-3 text-xs">{text}</p>
      </div>
      {isDone === false && (
        <Button asChild size="sm" variant={isNext ? 'primary' : 'secondary'}>
          {action.href === CREATE_URL ? (
            <a href={action.href} target="_blank" rel="noreferrer">
              {action.label}
            </a>
          ) : (
            <Link href={action.href}>{action.label}</Link>
          )}
        </Button>
      )}
    </li>
  );
}
