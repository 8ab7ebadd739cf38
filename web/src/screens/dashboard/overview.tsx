import { lazy } from 'react';
import { useUser } from '../../features/sessions/session.tsx';
import { BuyerDashboard } from './buyer-dashboard.tsx';
import { SellerDashboard } from './seller-dashboard.tsx';

/** Only admins load it. */
const GenericOverview = lazy(async () => ({
  default: (await import('./trading-overview.tsx')).GenericOverview,
}));

export default function Overview() {
  const { role } = useUser();
  if (role === 'buyer') return <BuyerDashboard />;
  return role === 'seller' ? <SellerDashboard /> : <GenericOverview />;
}
