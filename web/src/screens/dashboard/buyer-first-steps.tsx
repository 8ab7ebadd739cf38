import type { BuyerWeek } from '@sterling/contract/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { ownPreOrdersQuery } from '../../features/pre-orders/queries.ts';
import { walletQuery } from '../../features/wallet/balance-query.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Checklist } from './checklist.tsx';

const CREATE_URL = 'https://create.roblox.com/dashboard/creations';

/** From no account to the first Robux. An order or a pre-order shows that the buyer has a gamepass. */
export default function BuyerFirstSteps({ totals }: Pick<BuyerWeek, 'totals'>) {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  const { data: preOrders } = useQuery(ownPreOrdersQuery);
  const minimum = wallet ? ` From $${wallet.minimumDeposit}.` : '';
  return (
    <Checklist
      lead="No activity this week. Three steps lead to your first Robux."
      steps={[
        {
          title: 'Create a gamepass',
          text: 'On Roblox, priced at the Robux you want. A seller buys it from you.',
          isDone: preOrders && (totals.totalOrders > 0 || preOrders.length > 0),
          action: { label: 'Open Roblox', act: () => window.open(CREATE_URL, '_blank', 'noreferrer') },
        },
        {
          title: 'Deposit Litecoin',
          text: `Deposits buy Robux and can't be withdrawn.${minimum}`,
          isDone: wallet ? wallet.totalDeposits > 0 : undefined,
          action: { label: 'Deposit', act: () => switchSection('wallet') },
        },
        {
          title: 'Buy Robux',
          text: 'Pick an amount and paste the link of your gamepass.',
          isDone: totals.completedOrders > 0,
          action: { label: 'Buy', act: () => switchSection('buy-robux') },
        },
      ]}
    />
  );
}
