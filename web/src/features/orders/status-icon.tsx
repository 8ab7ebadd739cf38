import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import { cn } from '../../kit/ui/class-names.ts';

const ICONS: Partial<Record<RobuxOrder['status'], { Icon: typeof CircleCheck; look: string }>> = {
  completed: { Icon: CircleCheck, look: 'text-good' },
  processing: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  failed: { Icon: CircleX, look: 'text-bad' },
};
const OTHER = { Icon: TriangleAlert, look: 'text-warn' };

/** The status of an order as an icon. A badge beside it names the status. */
export function StatusIcon({ status }: { status: RobuxOrder['status'] }) {
  const { Icon, look } = ICONS[status] ?? OTHER;
  return <Icon aria-hidden className={cn('size-5 shrink-0', look)} />;
}
