import type { User } from '@sterling/contract/users.ts';
import { Command } from 'cmdk';
import { Keyboard, LogOut, type LucideIcon, RefreshCw, ShoppingBag, Store } from 'lucide-react';
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
import { useDeferredSearch } from '../../kit/ui/use-deferred-search.ts';
import { useReturnFocus } from '../../kit/ui/use-return-focus.ts';
import { Entry, Found, GROUP } from './palette-entries.tsx';
import type { HitTarget } from './palette-search.ts';
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
  const [searched, setSearched] = useState('');
  const search = useDeferredSearch(setSearched);
  const show = (is: boolean) => {
    if (!is) search.type('');
    onOpenChange(is);
  };
  const run = (act: () => void) => () => {
    show(false);
    act();
  };
  return (
    <Dialog.Root open={open} onOpenChange={show}>
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
              <Sections user={user} onGo={(path) => run(() => navigate(path))()} />
              <Actions user={user} onRun={(act) => run(act)()} onShortcuts={onShortcuts} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The sections of the user's role, and the owner panel. */
function Sections({ user, onGo }: { user: User; onGo: (path: string) => void }) {
  return (
    <Command.Group heading="Go to" className={GROUP}>
      {sectionsOf(user.role).map(({ key, label, title, icon }) => (
        <Entry
          key={key}
          label={label}
          keywords={[title]}
          icon={icon}
          onSelect={() => onGo(sectionPath(key))}
        />
      ))}
      {user.isOwner && (
        <Entry label={OWNER_PANEL.label} icon={OWNER_PANEL.icon} onSelect={() => onGo('/admin')} />
      )}
    </Command.Group>
  );
}

interface ActionsProps {
  user: User;
  onRun: (act: () => void) => void;
  onShortcuts: () => void;
}

function Actions({ user, onRun, onShortcuts }: ActionsProps) {
  return (
    <Command.Group heading="Actions" className={GROUP}>
      {useActions(user).map(({ label, icon, act }) => (
        <Entry key={label} label={label} icon={icon} onSelect={() => onRun(act)} />
      ))}
      <Entry label="Keyboard shortcuts" icon={Keyboard} onSelect={onShortcuts} />
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
