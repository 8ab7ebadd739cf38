import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Detail } from '../../kit/ui/details.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { entryQuery } from './history.tsx';

/** The balance right after a completed order or trade, in its sheet. It stands in the history. */
export function BalanceAfterDetail({ id }: { id: string }) {
  const { data, isPending } = useQuery(entryQuery(id));
  const balance = data?.balanceAfter ?? null;
  return (
    <Detail name={t('Balance after')}>
      {isPending ? <Skeleton className="h-4 w-16" /> : balance === null ? '–' : <Usd cents={balance} />}
    </Detail>
  );
}
