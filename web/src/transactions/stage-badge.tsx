import type { Stage } from '@sterling/contract/transactions.ts';
import { Badge, StatusBadge, statusTone } from '../ui/badge.tsx';

const OPEN: Partial<Record<Stage, string>> = { delivered: 'Delivered', disputed: 'Disputed' };

/** Where a trade stands; what is delivered or disputed is still pending, and has its colour. */
export function StageBadge({ stage }: { stage: Stage }) {
  const name = OPEN[stage];
  return name ? <Badge tone={statusTone('pending')}>{name}</Badge> : <StatusBadge status={stage} />;
}
