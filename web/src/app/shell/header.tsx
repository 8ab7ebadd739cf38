import type { User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon, Search, Wallet } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'wouter';
import { InboxBell } from '../../features/inbox/inbox-bell.tsx';
import { walletQuery, walletTypeOf } from '../../features/wallet/balance-query.ts';
import type { Section } from '../../kit/navigation/sections.ts';
import { sectionPath } from '../../kit/navigation/switch-section.ts';
import { ThemeMenu } from '../../kit/theme/theme-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { HEADER_ID } from '../../kit/ui/toast-store.ts';

interface HeaderProps {
  user: User;
  section: Section;
  onOpenMenu: () => void;
  onOpenPalette: () => void;
  menuButton: RefObject<HTMLButtonElement | null>;
}

/** The section's title and subtitle. The balance, the palette, the inbox and the theme stand at the right. */
export function Header({ user, section, onOpenMenu, onOpenPalette, menuButton }: HeaderProps) {
  return (
    <header id={HEADER_ID} className="sticky top-0 z-30 border-line border-b bg-surface-0">
      <div className="mx-auto flex h-16 w-full max-w-7xl items-center gap-1 px-4 sm:gap-2 md:px-6">
        <Button
          ref={menuButton}
          variant="ghost"
          size="icon"
          aria-label="Open menu"
          onClick={onOpenMenu}
          className="-ml-2 md:hidden"
        >
          <MenuIcon aria-hidden className="size-5" />
        </Button>
        <div className="mr-auto min-w-0">
          <h1 className="font-semibold text-1 text-base tracking-tight max-[24rem]:text-sm max-sm:line-clamp-2 max-sm:leading-tight sm:truncate md:text-xl">
            {section.title}
          </h1>
          <p className="hidden truncate text-3 sm:block">{section.subtitle}</p>
        </div>
        <Balance user={user} />
        <PaletteButton onOpen={onOpenPalette} />
        <InboxBell />
        <ThemeMenu />
      </div>
    </header>
  );
}

function Balance({ user }: { user: User }) {
  const { data, isError } = useQuery(walletQuery(walletTypeOf(user)));
  if (user.role === 'admin') return null;
  return (
    <Button asChild variant="secondary" className="px-2.5 sm:px-3">
      <Link href={sectionPath('wallet')}>
        <Wallet aria-hidden className="size-4 text-3 max-sm:hidden" />
        <span className="sr-only">Wallet balance</span>
        {data === undefined ? (
          isError ? (
            '–'
          ) : (
            <Skeleton className="h-4 w-14" />
          )
        ) : (
          <Usd dollars={data?.balance} />
        )}
      </Link>
    </Button>
  );
}

function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <Button variant="ghost" onClick={onOpen} className="px-2 sm:px-2.5">
      <span className="sr-only">Open command palette</span>
      <Search aria-hidden className="size-5 lg:size-4" />
      <kbd className="hidden rounded-sm border border-line px-1.5 font-sans text-3 text-xs lg:inline">
        {keys}
      </kbd>
    </Button>
  );
}
