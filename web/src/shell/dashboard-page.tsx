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
  /** Set by the pages that show one section at an address of their own, such as /wallet. */
  section?: string;
}

/** The dashboard's shell around the section that the address names; nobody signed in goes to /login. */
export default function DashboardPage({ section: fixed }: DashboardPageProps) {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
  // Asked for beside the user: the banners' places are then known before anything is drawn, and nothing moves.
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
  // A page of another role's.
  if (fixed && section === GENERIC) return <Redirect to="/dashboard" replace />;
  return <Shell user={user} section={section} />;
}

/** The wallet alone says why instead of sending away. */
function WalletGate() {
  return (
    <GateCard title="Authentication Required" text="Please log in to see your wallet.">
      <SignInButton label="Login with Discord" back="/wallet" />
    </GateCard>
  );
}
