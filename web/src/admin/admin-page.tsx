import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { formatWhole } from '../format.ts';
import { platformStatsQuery, platformStatusQuery } from '../platform/queries.ts';
import { useCurrentUser } from '../session/session.ts';
import { SignInButton } from '../session/sign-in.tsx';
import { Button } from '../ui/button.tsx';
import { GateCard } from '../ui/gate-card.tsx';
import { PageHeader } from '../ui/section-header.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';

const READING_MS = 2500;

/** The platform owner's page. Whoever may not see it reads why, and is then sent where he may be (seed §2). */
export default function AdminPage() {
  const { user } = useCurrentUser();
  if (user === undefined) return <PageSpinner />;
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
  return <Platform />;
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

function Platform() {
  const stats = useQuery(platformStatsQuery);
  const status = useQuery(platformStatusQuery);
  return (
    <main className="mx-auto flex w-full max-w-7xl flex-col gap-6 p-4 md:p-6">
      <PageHeader title="Platform" subtitle="What the platform is doing now.">
        <Button asChild variant="secondary">
          <Link href="/dashboard">To the dashboard</Link>
        </Button>
      </PageHeader>
      <StatRow>
        <StatCard label="Total Users" value={stats.data && formatWhole(stats.data.totalUsers)} />
        <StatCard label="Total Robux Sold" value={stats.data && formatWhole(stats.data.totalRobuxSold)} />
        <StatCard label="Maintenance" value={status.data && (status.data.maintenance ? 'On' : 'Off')} />
        <StatCard label="Money" value={status.data && (status.data.stopped ? 'Stopped' : 'Moving')} />
      </StatRow>
    </main>
  );
}
