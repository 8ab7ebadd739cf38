import { LayoutDashboard } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLive } from '../live/use-live.ts';
import { useUser } from '../session/session.ts';
import { Banners } from '../shell/banners.tsx';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { ThemeMenu } from '../shell/theme-menu.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/section-header.tsx';
import { AuditLog } from './audit-log.tsx';
import { AwaitDecisions } from './await-decisions.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Decisions } from './decisions.tsx';
import { OwnerFigures } from './figures.tsx';
import { Guards } from './guards-card.tsx';
import { People } from './people.tsx';
import { SystemControls } from './system-controls.tsx';
import { Tools } from './tools.tsx';
import { Treasury } from './treasury.tsx';

/** The platform owner's page: decisions, figures, people and controls. Destructive actions come last. */
export function OwnerPanel() {
  useLive(useUser().id);
  useEffect(() => {
    document.title = 'Owner Panel · Sterling';
  }, []);
  return (
    <>
      <Banners />
      <main className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:gap-6 md:p-6">
        <PageHeader title="Owner Panel" subtitle="Decisions, money, people and the levers of the platform.">
          <Button asChild variant="secondary">
            <Link href="/dashboard">
              <LayoutDashboard aria-hidden className="size-4" />
              Dashboard
            </Link>
          </Button>
          <ThemeMenu />
        </PageHeader>
        <ErrorBoundary>
          <Decisions />
        </ErrorBoundary>
        <AwaitDecisions>
          {PARTS.map(({ name, Part }) => (
            <ErrorBoundary key={name}>
              <Part />
            </ErrorBoundary>
          ))}
        </AwaitDecisions>
      </main>
    </>
  );
}

const PARTS = [
  { name: 'figures', Part: OwnerFigures },
  { name: 'treasury', Part: Treasury },
  { name: 'people', Part: People },
  { name: 'controls', Part: SystemControls },
  { name: 'guards', Part: Guards },
  { name: 'tools', Part: Tools },
  { name: 'audit', Part: AuditLog },
  { name: 'danger', Part: DangerZone },
];
