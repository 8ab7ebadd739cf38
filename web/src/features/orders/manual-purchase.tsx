import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Button } from '../../kit/ui/button.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { accountQuery } from '../roblox-accounts/queries.ts';
import { timeLeft } from './deadline.ts';
import { useBought } from './use-bought.ts';
import { useNow } from './use-now.ts';

/**
 * Tells the seller of a manual order what to do and until when. The button checks the purchase immediately.
 */
export function ManualPurchase({ order, storeUrl }: { order: RobuxOrder; storeUrl: string }) {
  const bought = useBought(order);
  const { data: account } = useQuery({
    ...accountQuery(order.accountId ?? ''),
    enabled: order.accountId !== null,
  });
  return (
    <section aria-label="Buy it yourself" className="flex flex-col gap-4 rounded-xl bg-warn/12 p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold text-1">Buy it yourself</h3>
        {order.deadline && <Deadline at={order.deadline} />}
      </div>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-2 marker:text-3">
        <li>
          Sign in to Roblox as{' '}
          <span className="font-medium text-1">{account?.username ?? 'the account of this order'}</span>.
        </li>
        <li>
          Buy <span className="font-medium text-1">{order.gamepassName}</span> for{' '}
          <Robux exact amount={order.robuxAmount} className="font-medium text-1" /> in the game's store.
        </li>
        <li>Come back and press "I bought it". We verify it and pay you.</li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="secondary" className="max-sm:w-full">
          <a href={storeUrl} target="_blank" rel="noreferrer">
            Open the game's store
            <ExternalLink aria-hidden className="size-4" />
          </a>
        </Button>
        <Button pending={bought.isPending} onClick={() => bought.mutate()} className="max-sm:w-full">
          I bought it
        </Button>
      </div>
    </section>
  );
}

function Deadline({ at }: { at: string }) {
  return (
    <time dateTime={at} className="font-medium text-warn tabular-nums">
      {timeLeft(at, useNow())}
    </time>
  );
}
