import { lazy } from 'react';
import { useUser } from '../../features/session/session.ts';
import { BuyerDashboard } from './buyer-dashboard.tsx';
import { SellerDashboard } from './seller-dashboard.tsx';

/** Only users without a role see it. */
const GenericOverview = lazy(() => import('./generic-overview.tsx'));

export default function Overview() {
  const { role } = useUser();
  if (role === 'buyer') return <BuyerDashboard />;
  return role === 'seller' ? <SellerDashboard /> : <GenericOverview />;
}
