import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { inboxQuery } from './queries.ts';

const WaitingTradesCard = lazy(async () => ({
  default: (await import('./task-rows.tsx')).WaitingTradesCard,
}));

/** The card of trades that wait for the user. Its code loads when there is one. */
export function WaitingTrades() {
  const { data } = useQuery(inboxQuery());
  const tasks = (data?.rows.waiting ?? []).filter(({ step }) => step !== 'buy' && step !== 'decide');
  if (tasks.length === 0) return null;
  return (
    <Suspense>
      <WaitingTradesCard tasks={tasks} />
    </Suspense>
  );
}
