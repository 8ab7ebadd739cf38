import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ControlRow } from './control-row.tsx';
import { dataSummary } from './data-summary.ts';
import { statsQuery } from './queries.ts';

const CleanDialog = lazy(() => import('./clean-dialog.tsx'));
const ClearDialog = lazy(() => import('./clear-dialog.tsx'));

/** Irreversible actions. They stand last on the page and name the number of rows that they delete. */
export function DangerZone() {
  const [asking, setAsking] = useState<'clean' | 'clear' | null>(null);
  const { data } = useQuery(statsQuery);
  const close = () => setAsking(null);
  return (
    <Card aria-labelledby="danger" className="border-bad/50">
      <CardHeader
        id="danger"
        title={<span className="text-bad">Danger zone</span>}
        description={data ? dataSummary(data) : "These actions can't be undone."}
      />
      <div className="flex flex-col divide-y divide-line">
        <ControlRow
          title="Clean database"
          description="Deletes every user except owners, with all their data. The ledger and the audit log stay."
        >
          <Button variant="danger-quiet" onClick={() => setAsking('clean')}>
            Clean Database
          </Button>
        </ControlRow>
        <ControlRow
          title="Clear test balances"
          description="Deletes every user except owners, with all their data, and reports the totals."
        >
          <Button variant="danger-quiet" onClick={() => setAsking('clear')}>
            Clear Test Balances
          </Button>
        </ControlRow>
      </div>
      <Suspense>
        {asking === 'clean' && <CleanDialog onClose={close} />}
        {asking === 'clear' && <ClearDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}
