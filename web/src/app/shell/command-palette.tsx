import type { User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  ArrowLeftRight,
  Gamepad2,
  Handshake,
  Keyboard,
  LogOut,
  type LucideIcon,
  RefreshCw,
  ShoppingBag,
  Store,
  Tag,
  UserRound,
} from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { OrderSheet } from '../../features/orders/order-sheet-on-demand.tsx';
import { useLogout, useSwitchRole } from '../../features/session/session.ts';
import { TradeSheet } from '../../features/transactions/trade-sheet-on-demand.tsx';
import { TransferSheet } from '../../features/wallet/transfer-sheet-on-demand.tsx';
import { sectionsOf } from '../../kit/navigation/find-section.ts';
import { OWNER_PANEL } from '../../kit/navigation/owner-panel.ts';
import { sectionPath } from '../../kit/navigation/switch-section.ts';
import { useTheme } from '../../kit/theme/theme.ts';
import { THEMES } from '../../kit/theme/theme-menu.tsx';
import { Backdrop } from '../../kit/ui/backdrop.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { useDeferredSearch } from '../../kit/ui/use-deferred-search.ts';
import { useReturnFocus } from '../../kit/ui/use-return-focus.ts';
import { type Hit, type HitTarget, paletteQuery } from './palette-search.ts';
import { Shortcuts } from './shortcuts.tsx';

/** What stands in front of the page. */
export type PaletteView = 'commands' | 'shortcuts' | null;

interface CommandPaletteProps {
  user: User;
  shown: PaletteView;
  onShow: (view: PaletteView) => void;
}

/** The command palette, the list of shortcuts, and the sheets that the palette opens. The code loads when needed. */
export default function CommandPalette({ user, shown, onShow }: CommandPaletteProps) {
  const [target, setTarget] = useState<HitTarget | null>(null);
  const close = () => setTarget(null);
  const open = (next: HitTarget) => (next.to === 'page' ? navigate(next.path) : setTarget(next));
  return (
    <>
      <Palette
        user={user}
        open={shown === 'commands'}
        onOpenChange={(is) => onShow(is ? 'commands' : null)}
        onOpen={open}
        onShortcuts={() => onShow('shortcuts')}
      />
      <Shortcuts open={shown === 'shortcuts'} onOpenChange={(is) => onShow(is ? 'shortcuts' : null)} />
      <TransferSheet transferId={target?.to === 'transfer' ? target.id : null} onClose={close} />
      <TradeSheet tradeId={target?.to === 'trade' ? target.id : null} onClose={close} />
      <OrderSheet
        orderId={target?.to === 'order' ? target.id : null}
        side={target?.to === 'order' ? target.side : 'buyer'}
        onClose={close}
      />
    </>
  );
}

interface PaletteProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (target: HitTarget) => void;
  onShortcuts: () => void;
}

/** A searchable list of all sections and actions, and of what the user has. */
function Palette({ user, open, onOpenChange, onOpen, onShortcuts }: PaletteProps) {
  const returnFocus = useReturnFocus(open);
  const actions = useActions(user);
  const [searched, setSearched] = useState('');
  const search = useDeferredSearch(setSearched);
  const run = (act: () => void) => () => {
    onOpenChange(false);
    search.type('');
    act();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Backdrop open={open} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-3 top-3 z-50 touch-pinch-zoom overflow-hidden rounded-xl bg-surface-1 shadow-float data-[state=open]:animate-pop-in sm:inset-x-auto sm:top-[16dvh] sm:left-1/2 sm:w-full sm:max-w-xl sm:-translate-x-1/2"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette" loop>
            <Command.Input
              placeholder="Search orders, items, payments and commands…"
              value={search.text}
              onValueChange={search.type}
              className="h-13 w-full border-line border-b bg-transparent px-4 text-1 text-base outline-none"
            />
            <Command.List className="max-h-85 overflow-y-auto overscroll-contain p-2">
              <Found
                user={user}
                text={search.text && searched}
                onSelect={(hit) => run(() => onOpen(hit.target))()}
              />
              <Command.Group heading="Go to" className={GROUP}>
                {sectionsOf(user.role).map(({ key, label, title, icon }) => (
                  <Entry
                    key={key}
                    label={label}
                    keywords={[title]}
                    icon={icon}
                    onSelect={run(() => navigate(sectionPath(key)))}
                  />
                ))}
                {user.isOwner && (
                  <Entry
                    label={OWNER_PANEL.label}
                    icon={OWNER_PANEL.icon}
                    onSelect={run(() => navigate('/admin'))}
                  />
                )}
              </Command.Group>
              <Command.Group heading="Actions" className={GROUP}>
                {actions.map(({ label, icon, act }) => (
                  <Entry key={label} label={label} icon={icon} onSelect={run(act)} />
                ))}
                <Command.Item value="Keyboard shortcuts" onSelect={onShortcuts} className={ENTRY}>
                  <Keyboard aria-hidden className="size-4 text-3" />
                  Keyboard shortcuts
                </Command.Item>
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-3 [&_[cmdk-group-heading]]:text-xs';

const ENTRY =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-1 data-[selected=true]:bg-surface-2';

interface EntryProps {
  label: string;
  icon: LucideIcon;
  /** Other names that find the entry. */
  keywords?: string[];
  onSelect: () => void;
}

function Entry({ label, icon: Icon, keywords, onSelect }: EntryProps) {
  return (
    <Command.Item onSelect={onSelect} {...(keywords && { keywords })} className={ENTRY}>
      <Icon aria-hidden className="size-4 text-3" />
      {label}
    </Command.Item>
  );
}

const ICONS: Readonly<Record<Hit['kind'], LucideIcon>> = {
  order: Gamepad2,
  trade: Handshake,
  transfer: ArrowLeftRight,
  listing: Tag,
  user: UserRound,
};

/** What the text finds on the server. The server has matched it already, so the palette does not filter it again. */
function Found({ user, text, onSelect }: { user: User; text: string; onSelect: (hit: Hit) => void }) {
  const { data: hits, isFetching } = useQuery(paletteQuery(user, text));
  if (!text || !hits || hits.length === 0) {
    return (
      <Command.Empty className="px-3 py-8 text-center text-3">
        {isFetching ? 'Searching…' : 'No results.'}
      </Command.Empty>
    );
  }
  return (
    <Command.Group heading="Found" forceMount className={GROUP}>
      {hits.map((hit) => {
        const Icon = ICONS[hit.kind];
        return (
          <Command.Item
            key={hit.key}
            value={`found ${hit.key}`}
            forceMount
            onSelect={() => onSelect(hit)}
            className={cn(ENTRY, 'py-1.5')}
          >
            <Icon aria-hidden className="size-4 shrink-0 text-3" />
            <span className="min-w-0">
              <span className="block truncate">{hit.label}</span>
              <span className="block truncate text-3 text-xs">{hit.note}</span>
            </span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}

interface Action {
  label: string;
  icon: LucideIcon;
  act: () => void;
}

function useActions(user: User): Action[] {
  const [, chooseTheme] = useTheme();
  const switchRole = useSwitchRole();
  const logout = useLogout();
  const other = user.role === 'buyer' ? 'seller' : 'buyer';
  return [
    {
      label: `Switch to ${other}`,
      icon: other === 'buyer' ? ShoppingBag : Store,
      act: () => switchRole.mutate({ user, role: other }),
    },
    ...THEMES.map(({ theme, label, icon }) => ({
      label: `Theme: ${label}`,
      icon,
      act: () => chooseTheme(theme),
    })),
    {
      label: 'Update avatar',
      icon: RefreshCw,
      act: () => window.location.assign('/auth/discord?prompt=none'),
    },
    { label: 'Logout', icon: LogOut, act: () => logout.mutate() },
  ];
}
