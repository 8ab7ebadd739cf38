import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { useCurrentUser } from '../../features/session/session.ts';
import { SignInButton } from '../../features/session/sign-in.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { GateCard } from '../../kit/ui/gate-card.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { OwnerPanel } from './owner-panel.tsx';

const READING_MS = 2500;

/** The platform owner's page. Other users see a reason and are then redirected. */
export default function AdminPage() {
  const { user } = useCurrentUser();
  // Loads in parallel with the user. The banners then have their height before the first render, and nothing
  // moves.
  const status = useQuery(platformStatusQuery);
  if (user === undefined || (user?.isOwner && !status.isFetched)) return <PageSpinner />;
  if (user === null) {
    return (
      <Gate title="Authentication Required" text="Please log in to continue." leadsTo="/">
        <SignInButton label="Login with Discord" back="/admin" />
      </Gate>
    );
  }
  if (!user.isOwner) {
    return (
      <Gate
        title="Access Denied"
        text="Access Denied - This page is restricted to the platform owner only."
        leadsTo="/dashboard"
      >
        <Button asChild variant="secondary">
          <Link href="/dashboard">To the dashboard</Link>
        </Button>
      </Gate>
    );
  }
  return <OwnerPanel />;
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
