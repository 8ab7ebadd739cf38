import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '../../features/wallet/queries.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';

/** The next steps for a user without purchases: deposit, then buy Robux. */
export function FirstStep() {
  const { data } = useQuery(walletQuery('buyer'));
  // Reserves the final height, so that nothing moves.
  if (!data) return <div aria-hidden className="h-21" />;
  const isFunded = data.available > 0;
  return (
    <>
      <p>
        {isFunded
          ? "You're funded. Pick an amount and a rate, then add your gamepass."
          : 'Deposit Litecoin to fund your wallet, then buy Robux at the best rate.'}
      </p>
      <Button size="sm" onClick={() => switchSection(isFunded ? 'buy-robux' : 'wallet')}>
        {isFunded ? 'Buy your first Robux' : 'Make your first deposit'}
      </Button>
    </>
  );
}
