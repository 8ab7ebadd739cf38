import type { User } from '@sterling/contract/users.ts';
import { Command } from 'cmdk';
import { LogOut, type LucideIcon, RefreshCw, ShoppingBag, Store } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { navigate } from 'wouter/use-browser-location';
import { useLogout, useSwitchRole } from '../../features/session/session.ts';
import { OWNER_PANEL, sectionsOf } from '../../kit/navigation/find-section.ts';
import { sectionPath } from '../../kit/navigation/switch-section.ts';
import { useTheme } from '../../kit/theme/theme.ts';
import { THEMES } from '../../kit/theme/theme-menu.tsx';
import { Overlay } from '../../kit/ui/overlay.tsx';

interface CommandPaletteProps {
  user: User;
  onClose: () => void;
}

/** A searchable list of all sections and actions. The code loads when it first opens. */
export default function CommandPalette({ user, onClose }: CommandPaletteProps) {
  const actions = useActions(user);
  const run = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Overlay look="palette" open onOpenChange={onClose} isDescribed={false}>
      <Dialog.Title className="sr-only">Command palette</Dialog.Title>
      <Command label="Command palette" loop>
        <Command.Input
          placeholder="Go to a section or run an action…"
          className="h-13 w-full border-line border-b bg-transparent px-4 text-1 text-base outline-none"
        />
        <Command.List className="max-h-85 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-8 text-center text-3">No results.</Command.Empty>
          <Command.Group heading="Go to" className={GROUP}>
            {sectionsOf(user.role).map(({ key, label, icon }) => (
              <Entry key={key} label={label} icon={icon} onSelect={run(() => navigate(sectionPath(key)))} />
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
          </Command.Group>
        </Command.List>
      </Command>
    </Overlay>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-3 [&_[cmdk-group-heading]]:text-xs';

function Entry({ label, icon: Icon, onSelect }: { label: string; icon: LucideIcon; onSelect: () => void }) {
  return (
    <Command.Item
      onSelect={onSelect}
      className="flex h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-1 data-[selected=true]:bg-surface-2"
    >
      <Icon aria-hidden className="size-4 text-3" />
      {label}
    </Command.Item>
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
