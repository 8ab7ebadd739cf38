import { t } from '@sterling/contract/texts.ts';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { SignInButton } from '../../features/session/session.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { GateCard } from '../../kit/ui/section-header.tsx';

const READING_MS = 2500;

/** Tells users who are not the platform owner why they cannot see the page, and then redirects them. */
export default function OwnerGate({ isSignedIn }: { isSignedIn: boolean }) {
  if (!isSignedIn) {
    return (
      <Gate title={t('Authentication Required')} text={t('Please log in to continue.')} leadsTo="/">
        <SignInButton label={t('Login with Discord')} back="/admin" />
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
