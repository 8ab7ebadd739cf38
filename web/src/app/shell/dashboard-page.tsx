import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Redirect } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { SignInButton, useCurrentUser } from '../../features/session/session.tsx';
import { findPage, findSection, OWNER_PANEL } from '../../kit/navigation/section-navigation.ts';
import { GENERIC } from '../../kit/navigation/sections.ts';
import { GateCard } from '../../kit/ui/section-header.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { Shell } from './shell.tsx';

const OwnerGate = lazy(() => import('../../screens/admin/owner-gate.tsx'));

interface DashboardPageProps {
  /** Set by pages with a URL of their own, such as /wallet. */
  section?: string;
}

/** The dashboard's shell with the section from the URL. Signed-out users are redirected to /login. */
export default function DashboardPage({ section: fixed }: DashboardPageProps) {
  const { user } = useCurrentUser();
  const key = useLocationProperty(sectionKey);
  // Loads in parallel with the user. The banners then have their height before the first render, and nothing
  // moves.
  const status = useQuery(platformStatusQuery);

  if (user === undefined || (user && !status.isFetched)) {
    return (
      <main className="grid min-h-dvh">
        <PageSpinner />
      </main>
    );
  }
  if (fixed === OWNER_PANEL.key) {
    return user?.isOwner ? (
      <Shell user={user} section={OWNER_PANEL} />
    ) : (
      <OwnerGate isSignedIn={user !== null} />
    );
  }
  if (user === null) return fixed === 'wallet' ? <WalletGate /> : <Redirect to="/login" replace />;
  const section = fixed ? findPage(user.role, fixed) : findSection(user.role, key);
  // The page belongs to another role.
  if (fixed && section === GENERIC) return <Redirect to="/dashboard" replace />;
  return <Shell user={user} section={section} />;
}

const sectionKey = () => new URLSearchParams(window.location.search).get('section');

/** Only the wallet explains why a signed-out user cannot see it. Other pages redirect. */
function WalletGate() {
  return (
    <GateCard title={t('Authentication Required')} text={t('Please log in to see your wallet.')}>
      <SignInButton label={t('Login with Discord')} back="/wallet" />
    </GateCard>
  );
}
