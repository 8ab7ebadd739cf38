import { useQuery } from '@tanstack/react-query';
import { Redirect, useSearchParams } from 'wouter';
import { platformStatusQuery } from '../platform/queries.ts';
import { useCurrentUser } from '../session/session.ts';
import { SignInButton } from '../session/sign-in.tsx';
import { GateCard } from '../ui/gate-card.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { findPage, findSection, GENERIC } from './sections.tsx';
import { Shell } from './shell.tsx';

interface DashboardPageProps {
  /** Set by pages with a URL of their own, such as /wallet. */
  section?: string;
}

/** The dashboard's shell with the section from the URL. Signed-out users are redirected to /login. */
export default function DashboardPage({ section: fixed }: DashboardPageProps) {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
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
  if (user === null) return fixed === 'wallet' ? <WalletGate /> : <Redirect to="/login" replace />;
  const section = fixed ? findPage(user.role, fixed) : findSection(user.role, search.get('section'));
  // The page belongs to another role.
  if (fixed && section === GENERIC) return <Redirect to="/dashboard" replace />;
  return <Shell user={user} section={section} />;
}

/** Only the wallet explains why a signed-out user cannot see it. Other pages redirect. */
function WalletGate() {
  return (
    <GateCard title="Authentication Required" text="Please log in to see your wallet.">
      <SignInButton label="Login with Discord" back="/wallet" />
    </GateCard>
  );
}
