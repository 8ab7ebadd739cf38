import { t } from '@sterling/contract/texts.ts';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { AuditLog } from '../../features/admin/audit-log.tsx';
import { AwaitDecisions, Decisions } from '../../features/admin/decisions.tsx';
import { OwnerFigures } from '../../features/admin/figures.tsx';
import { OwnerSettings } from '../../features/admin/owner-settings-card.tsx';
import { People } from '../../features/admin/people.tsx';
import { SystemControls } from '../../features/admin/system-controls.tsx';
import { DangerZone, Tools } from '../../features/admin/tools.tsx';
import { Treasury } from '../../features/admin/treasury.tsx';
import { FactorGate } from '../../features/factors/security-section.tsx';
import { ErrorBoundary } from '../../kit/ui/missing-content.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';

const BusinessPart = lazy(() => import('../../features/admin/business-part.tsx'));
const ReservesCard = lazy(() => import('../../features/admin/reserves-card.tsx'));

/** The platform owner's page: decisions, figures, people and controls. Destructive actions come last. */
export default function OwnerPanel() {
  useHash();
  return (
    <FactorGate>
      <div className="flex flex-col gap-4 md:gap-6">
        <JumpLinks />
        <Part name="decisions">
          <Decisions />
        </Part>
        <AwaitDecisions>
          {PARTS.map(({ name, Content }) => (
            <Part key={name} name={name}>
              <Content />
            </Part>
          ))}
        </AwaitDecisions>
      </div>
    </FactorGate>
  );
}

const PARTS = [
  { name: 'figures', label: t('Figures'), Content: OwnerFigures },
  { name: 'business', label: t('Business'), Content: Business },
  { name: 'treasury', label: t('Treasury'), Content: TreasuryPart },
  { name: 'people', label: t('Users'), Content: People },
  { name: 'controls', label: t('Controls'), Content: SystemControls },
  { name: 'guards', label: t('Safeguards'), Content: OwnerSettings },
  { name: 'tools', label: t('Tools'), Content: Tools },
  { name: 'audit', label: t('Audit log'), Content: AuditLog },
  { name: 'danger', label: t('Danger zone'), Content: DangerZone },
];

function Business() {
  return (
    <Suspense fallback={<BusinessLoading />}>
      <BusinessPart />
    </Suspense>
  );
}

/** As high as the window, so that the parts below it do not move visibly. */
function BusinessLoading() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PageSpinner />
    </div>
  );
}

function TreasuryPart() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Treasury />
      <Suspense>
        <ReservesCard />
      </Suspense>
    </div>
  );
}

const LINKS = [{ name: 'decisions', label: t('Decisions') }, ...PARTS];

/** The ids of the parts. The cards inside use the bare names for their titles. */
const partId = (name: string) => `panel-${name}`;

/** Sticks below the header. On a phone it scrolls sideways. */
function JumpLinks() {
  return (
    <nav
      aria-label={t('Parts of the panel')}
      className="sticky top-(--top-height) z-20 -mx-4 -mt-4 overflow-x-auto border-line border-b bg-surface-0 px-3 md:-mx-6 md:-mt-6 md:px-5"
    >
      <ul className="flex gap-1 py-1.5">
        {LINKS.map(({ name, label }) => (
          <li key={name} className="shrink-0">
            <a
              href={`#${partId(name)}`}
              className="flex h-8 items-center rounded-lg px-2.5 font-medium text-2 transition-colors hover:bg-surface-2 hover:text-1"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The header and the jump links do not cover a part after a jump. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div id={partId(name)} className="min-w-0 scroll-mt-16">
      <ErrorBoundary>{children}</ErrorBoundary>
    </div>
  );
}

const STILL_LOADING_MS = 10_000;
const OWN_ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * The parts do not exist yet when the browser looks for the part of the URL, and those above it become higher while they load. So it is
 * brought into view again for a while, until the user does something.
 */
function useHash(): void {
  useEffect(() => {
    const show = () => document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
    const observer = new ResizeObserver(show);
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, STILL_LOADING_MS);
    for (const action of OWN_ACTIONS) addEventListener(action, stop, { once: true, passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const action of OWN_ACTIONS) removeEventListener(action, stop);
    };
  }, []);
}
