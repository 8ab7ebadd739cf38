import { useUser } from '../../features/session/session.ts';
import { BuyerDashboard } from './buyer-dashboard.tsx';
import { GenericOverview } from './generic-overview.tsx';
import { SellerDashboard } from './seller-dashboard.tsx';

export { GenericOverview };

export default function Overview() {
  const { role } = useUser();
  if (role === 'buyer') return <BuyerDashboard />;
  return role === 'seller' ? <SellerDashboard /> : <GenericOverview />;
}
