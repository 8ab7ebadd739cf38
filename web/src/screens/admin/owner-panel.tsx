import { LayoutDashboard } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLive } from '../../data/live/use-live.ts';
import { AuditLog } from '../../features/admin/audit-log.tsx';
import { AwaitDecisions } from '../../features/admin/await-decisions.tsx';
import { DangerZone } from '../../features/admin/danger-zone.tsx';
import { Decisions } from '../../features/admin/decisions.tsx';
import { OwnerFigures } from '../../features/admin/figures.tsx';
import { Guards } from '../../features/admin/guards-card.tsx';
import { People } from '../../features/admin/people.tsx';
import { SystemControls } from '../../features/admin/system-controls.tsx';
import { Tools } from '../../features/admin/tools.tsx';
import { Treasury } from '../../features/admin/treasury.tsx';
import { Banners } from '../../features/platform/banners.tsx';
import { announceMatches } from '../../features/pre-orders/announce-match.ts';
import { useUser } from '../../features/session/session.ts';
import { ThemeMenu } from '../../kit/theme/theme-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { PageHeader } from '../../kit/ui/section-header.tsx';

/** The platform owner's page: decisions, figures, people and controls. Destructive actions come last. */
export function OwnerPanel() {
  useLive(useUser().id, announceMatches);
  useEffect(() => {
    document.title = 'Owner Panel · Sterling';
  }, []);
  return (
    <>
      <Banners />
      <main className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:gap-6 md:p-6">
        <PageHeader title="Owner Panel" subtitle="Decisions, treasury, users and platform settings.">
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
