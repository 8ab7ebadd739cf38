import type { WaitingTask } from '@sterling/contract/inbox.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { TaskRows } from './task-rows.tsx';

/** Trades that wait for the user. */
export default function WaitingTradesCard({ tasks }: { tasks: readonly WaitingTask[] }) {
  return (
    <Card aria-labelledby="waiting-trades" className="border-warn/50">
      <CardHeader
        id="waiting-trades"
        title="Trades waiting for you"
        description="The other party waits for your next step"
      />
      <TaskRows tasks={tasks} />
    </Card>
  );
}
