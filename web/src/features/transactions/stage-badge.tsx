import type { Stage } from '@sterling/contract/transactions.ts';
import { Badge, StatusBadge, statusTone } from '../../kit/ui/badge.tsx';

const OPEN: Partial<Record<Stage, string>> = { delivered: 'Delivered', disputed: 'Disputed' };

/** The stage of a trade. Delivered and disputed trades are still pending and share that colour. */
export function StageBadge({ stage }: { stage: Stage }) {
  const name = OPEN[stage];
  return name ? <Badge tone={statusTone('pending')}>{name}</Badge> : <StatusBadge status={stage} />;
}
