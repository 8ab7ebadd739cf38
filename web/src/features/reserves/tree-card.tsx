import type { Reserves } from '@sterling/contract/reserves.ts';
import { formatCents, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/detail.tsx';
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
          <Detail name="Root">
            <code className="break-all text-sm">{tree.hash}</code>
            <CopyButton text={tree.hash} what="root" />
          </Detail>
          <Detail name="Sum">{formatCents(tree.cents)}</Detail>
          <Detail name="Block">{formatWhole(block.height)}</Detail>
          <Detail name="Block hash">
            <code className="break-all text-sm">{block.hash}</code>
            <CopyButton text={block.hash} what="block hash" />
          </Detail>
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
