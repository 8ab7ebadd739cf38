import { t } from '@sterling/contract/texts.ts';
import { isStaff, type User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Redirect } from 'wouter';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { SignInButton, signedOutPage, useCurrentUser } from '../../features/sessions/session.tsx';
import { displayName } from '../../kit/format/format.ts';
import { OWNER_PANEL_PATH } from '../../kit/navigation/section.ts';
import { findPage, findSection, OWNER_PANEL } from '../../kit/navigation/section-navigation.ts';
import { GENERIC } from '../../kit/navigation/sections.ts';
import { Button } from '../../kit/ui/button.tsx';
import { GateCard } from '../../kit/ui/section-header.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { currentToast, toast } from '../../kit/ui/toast.ts';
import { FinePrint } from '../../screens/landing/fine-print.tsx';
import { Shell } from './shell.tsx';

interface DashboardPageProps {
  /** Set by pages with a URL of their own, such as /wallet. */
  section?: string;
}

/** The dashboard's shell with the section from the URL. Signed-out users are redirected to /login. */
export default function DashboardPage({ section: fixed }: DashboardPageProps) {
  const { user } = useCurrentUser();
  useSessionNews(user);
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
      <Shell key={user.id} user={user} section={OWNER_PANEL} />
    ) : (
      <OwnerGate isSignedIn={user !== null} />
    );
  }
  if (user === null)
    return fixed === 'wallet' ? <WalletGate /> : <Redirect to={signedOutPage('/login')} replace />;
  const section = fixed ? findPage(user.role, fixed) : findSection(user.role, key);
  // The page belongs to another role.
  if (fixed && section === GENERIC) return <Redirect to="/dashboard" replace />;
  // another person's page starts with empty forms
  return <Shell key={user.id} user={user} section={section} />;
}

/**
 * Tells a user whose session ended without a sign-out why the page is gone, and a member of the staff that their rights were
 * withdrawn, unless a failed action has said it already. After a sign-in of someone else in another tab, opens their dashboard
 * and says so.
 */
function useSessionNews(user: User | null | undefined): void {
  const before = useRef<User>(undefined);
  useEffect(() => {
    const { current: earlier } = before;
    if (user) before.current = user;
    if (!earlier) return;
    if (user === null && !currentToast()) {
      toast({
        title: t('Signed out'),
        description: t('Your session has expired. Please log in again'),
        variant: 'warning',
      });
    }
    if (user?.id === earlier.id && isStaff(earlier) && !isStaff(user) && !currentToast()) {
      toast({
        title: t('Your role has changed'),
        description: t('You are no longer a member of the staff.'),
        variant: 'warning',
      });
    }
    if (user && user.id !== earlier.id) {
      navigate('/dashboard', { replace: true });
      toast({
        title: t('Signed in as {username}', { username: displayName(user.username) }),
        description: t('The account was changed in another tab.'),
        variant: 'info',
      });
    }
  }, [user]);
}

const sectionKey = () => new URLSearchParams(window.location.search).get('section');

/** Only the wallet explains why a signed-out user cannot see it. Other pages redirect. */
function WalletGate() {
  return (
    <GateCard title={t('Authentication Required')} text={t('Please log in to see your wallet.')}>
      <SignInButton label={t('Login with Discord')} back="/wallet" />
      <FinePrint />
    </GateCard>
  );
}

const READING_MS = 2500;

/** Tells users who are not the platform owner why they cannot see the page, and then redirects them. */
function OwnerGate({ isSignedIn }: { isSignedIn: boolean }) {
  if (!isSignedIn) {
    return (
      <Gate
        title={t('Authentication Required')}
        text={t('Please log in to continue.')}
        leadsTo={signedOutPage('/')}
      >
        <SignInButton label={t('Login with Discord')} back={OWNER_PANEL_PATH} />
        <FinePrint />
      </Gate>
    );
  }
  return (
    <Gate
      title={t('Access Denied')}
      text={t('Access Denied - This page is restricted to the platform owner only.')}
      leadsTo="/dashboard"
    >
      <Button asChild variant="secondary">
        <Link href="/dashboard">{t('To the dashboard')}</Link>
      </Button>
    </Gate>
  );
}

interface GateProps {
  title: string;
  text: string;
  leadsTo: string;
  children: ReactNode;
}

function Gate({ title, text, leadsTo, children }: GateProps) {
  useEffect(() => {
    const timer = setTimeout(() => navigate(leadsTo, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [leadsTo]);
  return (
    <GateCard title={title} text={text}>
      {children}
    </GateCard>
  );
}
