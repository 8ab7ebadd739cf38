import type { User } from '@sterling/contract/users.ts';
import { lazy, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useLive } from '../../data/live/use-live.ts';
import { Banners } from '../../features/platform/banners.tsx';
import { announceMatches } from '../../features/pre-orders/announce-match.ts';
import { itemIn } from '../../kit/navigation/open-item.tsx';
import type { Section } from '../../kit/navigation/sections.ts';
import { useSectionSwitching } from '../../kit/navigation/switch-section.ts';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { loadToaster } from '../../kit/ui/toast-region.tsx';
import { TooltipProvider } from '../../kit/ui/tooltip.tsx';
import { Header } from './header.tsx';
import { SectionContent } from './section-content.tsx';
import { PhoneSidebar, Sidebar } from './sidebar.tsx';

const OpenedItem = lazy(() => import('./opened-item.tsx'));
const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** Loads the toaster after the first render, but before the first toast is likely. */
const TOASTER_AFTER_MS = 2000;

/** The sidebar, the header and the section. Each region survives a crash of the others. */
export function Shell({ user, section }: { user: User; section: Section }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = usePalette();
  const menuButton = useRef<HTMLButtonElement>(null);
  useSectionSwitching();
  useLive(user.id, announceMatches);
  useEffect(() => {
    const timer = setTimeout(loadToaster, TOASTER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TooltipProvider>
      <title>{`${section.title} · Sterling`}</title>
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
              onOpenPalette={() => setIsPaletteOpen(true)}
              menuButton={menuButton}
            />
          </ErrorBoundary>
          <SectionContent section={section} />
        </div>
      </div>
      <Above user={user} isPaletteOpen={isPaletteOpen} onPalette={setIsPaletteOpen} />
    </TooltipProvider>
  );
}

interface AboveProps {
  user: User;
  isPaletteOpen: boolean;
  onPalette: (open: boolean) => void;
}

/** What lies above any page: the item that the address opens, and the command palette. */
function Above({ user, isPaletteOpen, onPalette }: AboveProps) {
  const [params] = useSearchParams();
  const item = itemIn(params);
  return (
    <Overlays>
      {item && <OpenedItem {...item} />}
      {isPaletteOpen && <CommandPalette user={user} onClose={() => onPalette(false)} />}
    </Overlays>
  );
}

/** ⌘K and Ctrl+K toggle the palette. */
function usePalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen((before) => !before);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return [isOpen, setIsOpen] as const;
}
