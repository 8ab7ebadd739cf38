import { currentLanguage, LANGUAGES, type Language, t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import {
  ChevronsUpDown,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  RefreshCw,
  ShoppingBag,
  Store,
  Trash2,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { AVATAR_UPDATE, chooseLanguage, LANGUAGE_NAMES } from '../../features/sessions/session.tsx';
import { useLogout, useSwitchRole } from '../../features/sessions/session-actions.ts';
import { displayName } from '../../kit/format/format.ts';
import { roleLabel } from '../../kit/format/labels.ts';
import { API_SHEET, openSheet, SECURITY_SHEET } from '../../kit/navigation/open-above.tsx';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import {
  Menu,
  MenuChoice,
  MenuChoices,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from '../../kit/ui/dropdown-menu.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';

const DeleteAccountDialog = lazy(() => import('../../features/own-data/delete-account-dialog.tsx'));

const ROLES = [
  { role: 'buyer', label: t('Buyer'), icon: ShoppingBag },
  { role: 'seller', label: t('Seller'), icon: Store },
] as const;

/** The account menu and the Logout button at the bottom of the sidebar. */
export function UserFoot({ user, collapsed }: { user: User; collapsed?: boolean }) {
  const logout = useLogout();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className={cn('flex items-center gap-1 border-line border-t p-3', collapsed && 'flex-col')}>
      <UserMenu user={user} collapsed={collapsed} onDelete={() => setDeleting(true)} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('Logout')}
        title={t('Logout')}
        pending={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <LogOut aria-hidden className="size-4" />
      </Button>
      <Overlays>{deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}</Overlays>
    </div>
  );
}

interface UserMenuProps {
  user: User;
  collapsed: boolean | undefined;
  onDelete: () => void;
}

function UserMenu({ user, collapsed, onDelete }: UserMenuProps) {
  const switchRole = useSwitchRole();
  return (
    <Menu
      side="top"
      align="start"
      className="w-58 max-w-(--radix-dropdown-menu-content-available-width)"
      trigger={
        <button
          type="button"
          className={cn(
            'flex h-12 large-text:h-auto min-w-0 items-center gap-3 rounded-lg px-2 text-left transition-colors hover:bg-surface-2',
            !collapsed && 'flex-1',
          )}
        >
          <Avatar username={user.username} src={user.avatar} className="large-text:hidden" />
          <Identity user={user} collapsed={collapsed} />
          <span className="sr-only">{t('account menu')}</span>
        </button>
      }
    >
      <MenuLabel>{t('Switch role')}</MenuLabel>
      <MenuChoices<User['role']>
        value={user.role}
        onChange={(role) => role !== 'admin' && switchRole.mutate({ user, role })}
      >
        {ROLES.map(({ role, label, icon }) => (
          <MenuChoice
            key={role}
            value={role}
            icon={icon}
            disabled={user.role === role || switchRole.isPending}
          >
            {label}
          </MenuChoice>
        ))}
      </MenuChoices>
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <MenuItem icon={RefreshCw} onSelect={() => window.location.assign(AVATAR_UPDATE)}>
        {t('Update avatar')}
      </MenuItem>
      <MenuItem icon={MonitorSmartphone} onSelect={() => openSheet(SECURITY_SHEET)}>
        {t('Security and data')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => openSheet(API_SHEET)}>
        {t('API access')}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        {t('Delete account')}
      </MenuItem>
    </Menu>
  );
}

const LanguageChoices = () => (
  <>
    <MenuLabel>{t('Language')}</MenuLabel>
    <MenuChoices<Language>
      value={currentLanguage()}
      onChange={(language) => void chooseLanguage(language, { isSignedIn: true })}
    >
      {LANGUAGES.map((language) => (
        <MenuChoice key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </MenuChoice>
      ))}
    </MenuChoices>
  </>
);

function Identity({ user, collapsed }: Pick<UserMenuProps, 'user' | 'collapsed'>) {
  const name = displayName(user.username);
  if (collapsed) return <span className="sr-only">{name}</span>;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-1">{name}</span>
        <span className="block text-3 text-xs">{roleLabel(user)}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-4 large-text:hidden shrink-0 text-3" />
    </>
  );
}
