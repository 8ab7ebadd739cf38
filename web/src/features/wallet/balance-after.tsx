import { history } from '@sterling/contract/history.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { Detail } from '../../kit/ui/details.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';

type Side = 'buyer' | 'seller';

/** The balance right after a completed order or trade, in its sheet. It stands in the history of the user's side. */
export function BalanceAfterDetail({ id, side }: { id: string; side: Side }) {
  const { data, isPending } = useQuery(entryQuery(side, id));
  const balance = data?.balanceAfter ?? null;
  return (
    <Detail name={t('Balance after')}>
      {isPending ? <Skeleton className="h-4 w-16" /> : balance === null ? '–' : <Usd cents={balance} />}
    </Detail>
  );
}

const entryQuery = (side: Side, id: string) =>
  queryOptions({
    queryKey: ['history', side, 'entry', id],
    queryFn: ({ signal }) =>
      call(history.list, { query: { role: side, search: id, pageSize: 1 } }, { signal }),
    select: ([entry]) => entry,
  });
