import type { SellerWeek } from '@sterling/contract/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { accountFiguresQuery } from '../../features/roblox-accounts/queries.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Checklist } from './checklist.tsx';

/** From no account to the first sale. An account for sale has a rate. */
export default function SellerFirstSteps({ totals }: Pick<SellerWeek, 'totals'>) {
  const { data: figures } = useQuery(accountFiguresQuery);
  return (
    <Checklist
      lead="No revenue data yet. Three steps lead to your first sale."
      steps={[
        {
          title: 'Add your Roblox account',
          text: 'With its cookie. You confirm that it is yours.',
          isDone: figures && figures.total > 0,
          action: { label: 'Add account', act: () => switchSection('cookies') },
        },
        {
          title: 'Set your rate',
          text: 'From $1.00 to $6.00 per 1,000 Robux. The cheapest rate sells first.',
          isDone: figures && figures.forSale > 0,
          action: { label: 'Set rate', act: () => switchSection('roblox-accounts') },
        },
        {
          title: 'Make your first sale',
          text: 'Orders are filled automatically, around the clock.',
          isDone: totals.totalSales > 0,
          action: { label: 'See market', act: () => switchSection('robux-market') },
        },
      ]}
    />
  );
}
