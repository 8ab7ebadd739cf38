import type { Reserves } from '@sterling/contract/reserves.ts';
import type { ReactNode } from 'react';
import { formatCents, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Disclosure } from '../../kit/ui/disclosure.tsx';

/** The root of the tree over all balances, and those of earlier snapshots. */
export function TreeCard({ reserves: { tree, block, everyHours, earlier } }: { reserves: Reserves }) {
  const interval = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`;
  return (
    <Card aria-labelledby="tree">
      <CardHeader
        id="tree"
        title="Tree of balances"
        description={`The root commits to every balance and to their sum. Sterling makes a new tree ${interval}.`}
      />
      <CardBody className="flex flex-col gap-3">
        <dl className="divide-y divide-line">
          <Line name="Root">
            <code className="break-all text-sm">{tree.hash}</code>
            <CopyButton text={tree.hash} what="root" />
          </Line>
          <Line name="Sum">{formatCents(tree.cents)}</Line>
          <Line name="Block">{formatWhole(block.height)}</Line>
          <Line name="Block hash">
            <code className="break-all text-sm">{block.hash}</code>
            <CopyButton text={block.hash} what="block hash" />
          </Line>
        </dl>
        {earlier.length > 0 && (
          <Disclosure label={`Earlier snapshots (${earlier.length})`} onDemand>
            <ul className="flex flex-col divide-y divide-line">
              {earlier.map(({ snapshotId, at, block: then, tree: old }) => (
                <li key={snapshotId} className="flex flex-col gap-0.5 py-2">
                  <span className="text-2">
                    {formatTime(at)} · block {formatWhole(then.height)} · {formatCents(old.cents)}
                  </span>
                  <code className="break-all text-3 text-xs">{old.hash}</code>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </CardBody>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-1">
      <dt className="shrink-0 text-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-1 tabular-nums">{children}</dd>
    </div>
  );
}
