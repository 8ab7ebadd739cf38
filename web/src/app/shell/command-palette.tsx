import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  ArrowLeftRight,
  Gamepad2,
  Handshake,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  RefreshCw,
  ShoppingBag,
  Store,
  Tag,
  UserRound,
} from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { AVATAR_UPDATE } from '../../features/sessions/session.tsx';
import { useLogout, useSwitchRole } from '../../features/sessions/session-actions.ts';
import { API_SHEET, openItem, openSheet, SECURITY_SHEET } from '../../kit/navigation/open-above.tsx';
import { OWNER_PANEL_PATH } from '../../kit/navigation/section.ts';
import { OWNER_PANEL, sectionPath, sectionsOf } from '../../kit/navigation/section-navigation.ts';
import { useTheme } from '../../kit/theme/theme.ts';
import { THEMES } from '../../kit/theme/theme-menu.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Overlay } from '../../kit/ui/overlay.tsx';
import { useSearchText } from '../../kit/ui/table-view.ts';
import { useSteady } from '../../kit/ui/use-steady.ts';
import { type Hit, hitsShowing, itemValue, paletteQuery, scoreOf, selectedAmong } from './palette-search.ts';

interface CommandPaletteProps {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
}

/** A searchable list of all sections and actions, and of what the user has. The code loads when it first opens. */
export default function CommandPalette({ user, onClose, onShortcuts }: CommandPaletteProps) {
  const [searched, setSearched] = useState('');
  const [selected, select] = useState('');
  const search = useSearchText(searched, setSearched);
  const typed = search.text.trim();
  const found = useFound(user, typed, searched);
  const run = (act: () => void) => {
    onClose();
    act();
  };
  const open = ({ target }: Hit) => run(() => (typeof target === 'string' ? goTo(target) : openItem(target)));
  return (
    <Overlay look="palette" open onClose={onClose} isDescribed={false}>
      <Dialog.Title className="sr-only">{t('Command palette')}</Dialog.Title>
      <Command
        label={t('Command palette')}
        loop
        filter={scoreOf}
        value={selectedAmong(found.hits, selected)}
        onValueChange={select}
      >
        <Command.Input
          placeholder={t('Search orders, items and commands…')}
          value={search.text}
          onValueChange={search.type}
          className="h-13 w-full border-line border-b bg-transparent px-4 text-1 text-base text-ellipsis outline-none"
        />
        <Command.List label={t('Results')} className="max-h-85 overflow-y-auto overscroll-contain p-2">
          <Found {...found} onSelect={open} />
          <Sections user={user} onGo={(path) => run(() => navigate(path))} />
          <Actions user={user} onRun={run} onShortcuts={onShortcuts} />
        </Command.List>
      </Command>
    </Overlay>
  );
}

/** Opens a page of the app, at the part that the address names. A page that still loads finds the part itself. */
function goTo(path: string): void {
  navigate(path);
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
}

/** The sections of the user's role, and the owner panel. */
function Sections({ user, onGo }: { user: User; onGo: (path: string) => void }) {
  return (
    <Command.Group heading={t('Go to')} className={GROUP}>
      {sectionsOf(user.role).map(({ key, label, title, keywords = [], icon }) => (
        <Entry
          key={key}
          label={label}
          keywords={[title, ...keywords]}
          icon={icon}
          onSelect={() => onGo(sectionPath(key))}
        />
      ))}
      {user.isOwner && (
        <Entry label={OWNER_PANEL.label} icon={OWNER_PANEL.icon} onSelect={() => onGo(OWNER_PANEL_PATH)} />
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
    <Command.Group heading={t('Actions')} className={GROUP}>
      {useActions(user).map(({ act, ...entry }) => (
        <Entry key={entry.label} {...entry} onSelect={() => onRun(act)} />
      ))}
      <Entry label={t('Keyboard shortcuts')} icon={Keyboard} onSelect={onShortcuts} />
    </Command.Group>
  );
}

type Action = Omit<EntryProps, 'onSelect'> & { act: () => void };

function useActions(user: User): Action[] {
  const [, chooseTheme] = useTheme();
  const switchRole = useSwitchRole();
  const logout = useLogout();
  const other = user.role === 'buyer' ? 'seller' : 'buyer';
  return [
    {
      label: other === 'buyer' ? t('Switch to buyer') : t('Switch to seller'),
      icon: other === 'buyer' ? ShoppingBag : Store,
      act: () => switchRole.mutate({ user, role: other }),
    },
    ...THEMES.map(({ theme, label, icon }) => ({
      label: t('Theme: {theme}', { theme: label }),
      icon,
      act: () => chooseTheme(theme),
    })),
    {
      label: t('Update avatar'),
      icon: RefreshCw,
      act: () => window.location.assign(AVATAR_UPDATE),
    },
    {
      label: t('Security and data'),
      keywords: [t('Second factor'), t('Sessions'), t('Sign out everywhere else'), t('Export my data')],
      icon: MonitorSmartphone,
      act: () => openSheet(SECURITY_SHEET),
    },
    { label: t('API access'), icon: KeyRound, act: () => openSheet(API_SHEET) },
    { label: t('Logout'), icon: LogOut, act: () => logout.mutate() },
  ];
}

/** The look of a group of the palette. */
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
  sale: Gamepad2,
  'staff-order': Gamepad2,
  trade: Handshake,
  transfer: ArrowLeftRight,
  'staff-transfer': ArrowLeftRight,
  entry: ArrowLeftRight,
  listing: Tag,
  user: UserRound,
};

interface FoundHits {
  readonly hits: readonly Hit[];
  readonly state: 'searching' | 'failed' | 'done';
}

/**
 * What a text finds on the server. `searched`: the typed text of a moment ago, which the server was asked for. Until the answer for the
 * typed text is there, earlier hits that show this text stay.
 */
function useFound(user: User, typed: string, searched: string): FoundHits {
  const { data, isFetching, isError, isPlaceholderData } = useQuery(paletteQuery(user, typed && searched));
  const known = useSteady(data);
  const hits = typed === searched && !isPlaceholderData ? known : hitsShowing(typed, known);
  const state = isFetching || typed !== searched ? 'searching' : isError ? 'failed' : 'done';
  return { hits: (typed && hits) || [], state };
}

const NOTHING = {
  searching: t('Searching…'),
  failed: t('The search failed. Please try again.'),
  done: t('No results.'),
};

/** The server has matched the hits already, so the palette does not filter them again. */
function Found({ hits, state, onSelect }: FoundHits & { onSelect: (hit: Hit) => void }) {
  if (hits.length === 0) {
    return <Command.Empty className="px-3 py-8 text-center text-3">{NOTHING[state]}</Command.Empty>;
  }
  return (
    <Command.Group heading={t('Found')} forceMount className={GROUP}>
      {hits.map((hit) => {
        const Icon = ICONS[hit.kind];
        return (
          <Command.Item
            key={hit.key}
            value={itemValue(hit)}
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
