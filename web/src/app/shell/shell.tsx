import type { LiveEvent } from '@sterling/contract/events.ts';
import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { sideOf } from '@sterling/contract/wallet.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon, Search, Wallet } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useLive } from '../../data/live.ts';
import { InboxBell } from '../../features/inbox/inbox-bell.tsx';
import { Banners } from '../../features/platform/banners.tsx';
import { useSignInResult } from '../../features/sessions/session.tsx';
import { walletQuery } from '../../features/wallet/balance.ts';
import {
  API_SHEET,
  closeItem,
  itemIn,
  SECURITY_SHEET,
  useUrlSheet,
} from '../../kit/navigation/open-above.tsx';
import type { Section } from '../../kit/navigation/section.ts';
import { sectionPath, useSectionSwitching } from '../../kit/navigation/section-navigation.ts';
import { ThemeMenu } from '../../kit/theme/theme-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorBoundary } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { HEADER_ID } from '../../kit/ui/toast.ts';
import { loadToaster } from '../../kit/ui/toast-region.tsx';
import { TooltipProvider } from '../../kit/ui/tooltip.tsx';
import { type Helper, PALETTE_KEYS, useHelper } from './keyboard.ts';
import { SectionContent } from './section-content.tsx';
import { PhoneSidebar, Sidebar } from './sidebar.tsx';

const OpenedItem = lazy(() => import('./opened-item.tsx'));
const importPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(importPalette);
const Shortcuts = lazy(() => import('./shortcuts.tsx'));
const SecuritySheet = lazy(() => import('../../features/sessions/security-sheet.tsx'));
const ApiAccessSheet = lazy(() => import('../../features/api-credentials/api-access-sheet.tsx'));

/** After the first render, but before they are likely to be needed. */
const HELPERS_AFTER_MS = 2000;

/**
 * Loads what must be there when it is needed: what is typed while the palette loads would be lost, and after a deployment
 * code that news of the server needs would be missing, for which the page reloads.
 */
function loadHelpers(): void {
  void Promise.allSettled([loadToaster(), importPalette(), importAnnouncement(), importPreOrders()]);
}

const importAnnouncement = () => import('../../features/inbox/announce.ts');
const importPreOrders = () => import('../../features/pre-orders/pre-orders.ts');

/** The sidebar, the header and the section. Each region survives a crash of the others. */
export function Shell({ user, section }: { user: User; section: Section }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [helper, show] = useHelper();
  const menuButton = useRef<HTMLButtonElement>(null);
  useSectionSwitching();
  useSignInResult();
  useLive(user.id, announceMatches);
  useEffect(() => {
    const timer = setTimeout(loadHelpers, HELPERS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TooltipProvider>
      <title>{t('{title} · Sterling', { title: section.title })}</title>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-100 focus:rounded-lg focus:bg-surface-2 focus:px-4 focus:py-2"
      >
        {t('Skip to content')}
      </a>
      <div className="flex min-h-dvh">
        <ErrorBoundary fallback={null}>
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
          <StickyTop>
            <ErrorBoundary fallback={null}>
              <Banners />
            </ErrorBoundary>
            <ErrorBoundary fallback={null}>
              <Header
                user={user}
                section={section}
                onOpenMenu={() => setMenuOpen(true)}
                onOpenPalette={() => show('commands')}
                menuButton={menuButton}
              />
            </ErrorBoundary>
          </StickyTop>
          <SectionContent section={section} />
        </div>
      </div>
      <ShellOverlays user={user} helper={helper} onShow={show} />
    </TooltipProvider>
  );
}

/** Shows a match of a pre-order on every page of the buyer. */
async function announceMatches(client: QueryClient, { topic, id, state }: LiveEvent): Promise<void> {
  if (topic !== 'pre-orders' || state !== 'matched' || !id) return;
  const { announceIfMatched } = await importPreOrders();
  await announceIfMatched(client, id);
}

/** Keeps banners and header in view. What sticks below them reads their height from `--top-height`. */
function StickyTop({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      document.documentElement.style.setProperty('--top-height', `${entry!.target.clientHeight}px`),
    );
    observer.observe(top.current!);
    return () => {
      observer.disconnect();
      document.documentElement.style.removeProperty('--top-height');
    };
  }, []);
  return (
    <div ref={top} className="sticky top-0 z-30 bg-surface-0 print:static">
      {children}
    </div>
  );
}

interface ShellOverlaysProps {
  user: User;
  helper: Helper;
  onShow: (helper: Helper) => void;
}

/** What is open above any page: a sheet about the account, the item that the address opens, the command palette and the shortcuts. */
function ShellOverlays({ user, helper, onShow }: ShellOverlaysProps) {
  const [params] = useSearchParams();
  const item = itemIn(params);
  const security = useUrlSheet(SECURITY_SHEET);
  const apiAccess = useUrlSheet(API_SHEET);
  return (
    <Overlays>
      {security.isOpen && <SecuritySheet onClose={security.close} />}
      {apiAccess.isOpen && <ApiAccessSheet onClose={apiAccess.close} />}
      {item && <OpenedItem {...item} onClose={closeItem} />}
      {helper === 'commands' && (
        <CommandPalette user={user} onClose={() => onShow(null)} onShortcuts={() => onShow('shortcuts')} />
      )}
      {helper === 'shortcuts' && <Shortcuts onClose={() => onShow(null)} />}
    </Overlays>
  );
}

interface HeaderProps {
  user: User;
  section: Section;
  onOpenMenu: () => void;
  onOpenPalette: () => void;
  menuButton: RefObject<HTMLButtonElement | null>;
}

/** The section's title and subtitle. The balance, the palette, the inbox and the theme stand at the right. */
function Header({ user, section, onOpenMenu, onOpenPalette, menuButton }: HeaderProps) {
  return (
    <header id={HEADER_ID} className="border-line border-b">
      <div className="mx-auto flex min-h-16 w-full max-w-7xl items-center gap-1 px-4 max-sm:flex-wrap max-sm:py-2 sm:gap-2 md:px-6 print:[&_button]:hidden">
        {/* As narrow as its longest word. If the balance leaves less, the controls stand below it. */}
        <div className="flex flex-1 items-center gap-1 sm:min-w-0 sm:gap-2">
          <Button
            ref={menuButton}
            variant="ghost"
            size="icon"
            aria-label={t('Open menu')}
            onClick={onOpenMenu}
            className="-ml-2 md:hidden"
          >
            <MenuIcon aria-hidden className="size-5" />
          </Button>
          {/* a screen reader says the title of a new section, because the focus stays on its link */}
          <div role="status" className="min-w-0">
            <h1 className="font-semibold text-1 text-base tracking-tight max-[24rem]:text-sm max-sm:line-clamp-3 max-sm:leading-tight sm:truncate md:text-xl">
              {section.title}
            </h1>
            <p className="hidden text-3 sm:max-xl:line-clamp-2 sm:max-xl:text-xs sm:max-xl:leading-4 xl:block xl:truncate">
              {section.subtitle}
            </p>
          </div>
        </div>
        <div className="ml-auto flex items-center gap-1 large-text:flex-wrap large-text:justify-end sm:gap-2">
          {user.role !== 'admin' && <Balance user={user} />}
          <PaletteButton onOpen={onOpenPalette} />
          <InboxBell />
          <ThemeMenu />
        </div>
      </div>
    </header>
  );
}

function Balance({ user }: { user: User }) {
  const { data, isError } = useQuery(walletQuery(sideOf(user.role)));
  return (
    <Button asChild variant="secondary" className="max-sm:fitting-balance px-2 sm:px-3">
      <Link href={sectionPath('wallet')}>
        <Wallet aria-hidden className="size-4 text-3 max-sm:hidden" />
        <span className="sr-only">{t('Wallet balance')}</span>
        {data === undefined ? (
          isError ? (
            '–'
          ) : (
            <Skeleton className="h-4 w-14" />
          )
        ) : (
          <Usd cents={data?.balance} />
        )}
      </Link>
    </Button>
  );
}

function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="ghost" onClick={onOpen} className="px-2 sm:px-2.5">
      <span className="sr-only">{t('Open command palette')}</span>
      <Search aria-hidden className="size-5 lg:size-4" />
      <kbd className="hidden rounded-sm border border-line px-1.5 font-sans text-3 text-xs lg:inline">
        {PALETTE_KEYS}
      </kbd>
    </Button>
  );
}
