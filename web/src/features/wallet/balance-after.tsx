import { history } from '@sterling/contract/history.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { Detail } from '../../kit/ui/details.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';

/** An entry of the user's history by the id of what it is about. Undefined if there is none. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['history', 'entry', id],
    queryFn: ({ signal }) => call(history.list, { query: { search: id, pageSize: 1 } }, { signal }),
    select: ([entry]) => entry,
  });

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
