import type { WaitingTask } from '@sterling/contract/inbox.ts';
import { useState } from 'react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { TradeSheet } from '../transactions/trade-sheet-on-demand.tsx';
import { TaskRows } from './task-rows.tsx';

/** Trades that wait for the user. Hidden if there are none. An open trade stays open when its step is done. */
export default function WaitingTradesCard({ tasks }: { tasks: readonly WaitingTask[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      {tasks.length > 0 && (
        <Card aria-labelledby="waiting-trades" className="border-warn/50">
          <CardHeader
            id="waiting-trades"
            title="Trades waiting for you"
            description="The other party waits for your next step"
          />
          <TaskRows tasks={tasks} onOpen={({ subjectId }) => setOpenId(subjectId)} />
        </Card>
      )}
      <TradeSheet tradeId={openId} onClose={() => setOpenId(null)} />
    </>
  );
}
