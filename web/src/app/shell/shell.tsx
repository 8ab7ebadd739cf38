import type { User } from '@sterling/contract/users.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLive } from '../../data/live/use-live.ts';
import { Banners } from '../../features/platform/banners.tsx';
import { announceMatches } from '../../features/pre-orders/announce-match.ts';
import type { Section } from '../../kit/navigation/sections.ts';
import { useSectionSwitching } from '../../kit/navigation/switch-section.ts';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { loadToaster } from '../../kit/ui/toast-region.tsx';
import { TooltipProvider } from '../../kit/ui/tooltip.tsx';
import type { PaletteView } from './command-palette.tsx';
import { Header } from './header.tsx';
import { SectionContent } from './section-content.tsx';
import { PhoneSidebar, Sidebar } from './sidebar.tsx';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** Loads the toaster after the first render, but before the first toast is likely. */
const TOASTER_AFTER_MS = 2000;

/** The sidebar, the header and the section. Each region survives a crash of the others. */
export function Shell({ user, section }: { user: User; section: Section }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const palette = usePalette();
  const menuButton = useRef<HTMLButtonElement>(null);
  useSectionSwitching();
  useLive(user.id, announceMatches);
  useEffect(() => {
    const timer = setTimeout(loadToaster, TOASTER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    document.title = `${section.title} · Sterling`;
  }, [section.title]);

  return (
    <TooltipProvider>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-100 focus:rounded-lg focus:bg-surface-2 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        <ErrorBoundary silent>
          <Sidebar user={user} current={section.key} />
          <PhoneSidebar
            user={user}
            current={section.key}
            open={menuOpen}
            onOpenChange={setMenuOpen}
            opener={menuButton}
          />
        </ErrorBoundary>
        <div className="flex min-w-0 flex-1 flex-col">
          <ErrorBoundary silent>
            <Banners />
          </ErrorBoundary>
          <ErrorBoundary silent>
            <Header
              user={user}
              section={section}
              onOpenMenu={() => setMenuOpen(true)}
              onOpenPalette={() => palette.show('commands')}
              menuButton={menuButton}
            />
          </ErrorBoundary>
          <SectionContent section={section} />
        </div>
      </div>
      {palette.wanted && (
        <ErrorBoundary silent>
          <Suspense>
            <CommandPalette user={user} shown={palette.shown} onShow={palette.show} />
          </Suspense>
        </ErrorBoundary>
      )}
    </TooltipProvider>
  );
}

/** ⌘K and Ctrl+K toggle the palette, and ? shows the shortcuts. Their code loads on first use. */
function usePalette() {
  const [shown, show] = useState<PaletteView>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '?' && !(event.target as Element).closest('input, textarea')) show('shortcuts');
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      show((before) => (before ? null : 'commands'));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (shown && !wanted) setWanted(true);
  return { shown, show, wanted };
}
