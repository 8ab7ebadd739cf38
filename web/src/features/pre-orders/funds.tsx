import { t } from '@sterling/contract/texts.ts';
import { Link } from 'wouter';
import { rich } from '../../kit/format/rich.tsx';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SumLine } from '../../kit/ui/details.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import type { PreOrderDraft } from './use-draft.ts';

/** The id of the missing amount, which explains why the button is disabled. */
export const SHORT_ID = 'pre-order-short';

/** The balance beside the maximum charge, and the missing amount. */
export function Funds({ draft }: { draft: PreOrderDraft }) {
  const { balanceCents, othersCents, maxTotal, shortCents } = draft;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2 rounded-lg border border-line px-4 py-3">
        <SumLine name={t('Your balance')}>
          {balanceCents === null ? <Skeleton className="h-4 w-16" /> : <Usd cents={balanceCents} />}
        </SumLine>
        {othersCents > 0 && (
          <SumLine name={t('Needed for your other pre-orders')}>
            <Usd cents={othersCents} />
          </SumLine>
        )}
        <SumLine name={t('Maximum total')} className="border-line border-t pt-2">
          {maxTotal === null ? '–' : <Usd cents={maxTotal} className="font-semibold text-base" />}
        </SumLine>
      </dl>
      {shortCents > 0 && (
        <div
          id={SHORT_ID}
          role="status"
          className="flex items-center justify-between gap-3 rounded-lg bg-warn/12 px-4 py-2.5 text-warn"
        >
          <span>
            {rich('Insufficient balance. Please deposit {usd} more.', { usd: <Usd cents={shortCents} /> })}
          </span>
          <Button asChild variant="link">
            <Link href={sectionPath('wallet')}>{t('Deposit')}</Link>
          </Button>
        </div>
      )}
    </div>
  );
}
