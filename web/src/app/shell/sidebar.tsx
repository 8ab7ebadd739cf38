import type { Inbox } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import { storedText } from '../../data/storage.ts';
import { inboxQuery } from '../../features/inbox/inbox.tsx';
import type { Section, SectionKey } from '../../kit/navigation/section.ts';
import { OWNER_PANEL_PATH } from '../../kit/navigation/section.ts';
import { OWNER_PANEL, sectionPath, sectionsOf } from '../../kit/navigation/section-navigation.ts';
import { Backdrop } from '../../kit/ui/backdrop.tsx';
import { Count } from '../../kit/ui/badge.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Mark, Wordmark } from '../../kit/ui/logo.tsx';
import { Tooltip } from '../../kit/ui/tooltip.tsx';
import { useMedia } from '../../kit/ui/use-browser.ts';
import { UserFoot } from './user-foot.tsx';

interface SidebarProps {
  user: User;
  /** Key of the open section. */
  current: string;
}

/** The sidebar from 768 px: 256 px wide, or 80 px with icons only. */
export function Sidebar({ user, current }: SidebarProps) {
  const [collapsed, setCollapsed] = useCollapsed();
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      aria-label={t('Sidebar')}
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-line border-r bg-surface-1 transition-[width] md:flex print:hidden',
        collapsed ? 'w-20' : 'w-64',
      )}
    >
      <div
        className={cn('flex h-16 items-center', collapsed ? 'justify-center' : 'justify-between pr-3 pl-5')}
      >
        <Link href="/dashboard" aria-label={t('Sterling, to the dashboard')} className="rounded-lg">
          {collapsed ? <Mark /> : <Wordmark />}
        </Link>
        {!collapsed && (
          <IconButton icon={Icon} label={t('Collapse sidebar')} onClick={() => setCollapsed(true)} />
        )}
      </div>
      {collapsed && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('Expand sidebar')}
          onClick={() => setCollapsed(false)}
          className="mx-auto mb-1"
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      )}
      <Navigation user={user} current={current} collapsed={collapsed} />
      <UserFoot user={user} collapsed={collapsed} />
    </aside>
  );
}

interface PhoneSidebarProps extends SidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLButtonElement | null>;
}

/** The sidebar of a phone. It slides over the page. The overlay, Esc and every link close it. */
export function PhoneSidebar({ user, current, open, onOpenChange, opener }: PhoneSidebarProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Backdrop open={open} className="md:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-64 max-w-[calc(100vw-3rem)] touch-pinch-zoom flex-col bg-surface-1 shadow-float data-[state=closed]:animate-menu-out data-[state=open]:animate-menu-in md:hidden"
        >
          <Radix.Title className="flex h-16 items-center px-5">
            <span aria-hidden>
              <Wordmark />
            </span>
            <span className="sr-only">{t('Sterling, menu')}</span>
          </Radix.Title>
          <Navigation user={user} current={current} onOpened={() => onOpenChange(false)} />
          <UserFoot user={user} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface NavigationProps extends SidebarProps {
  collapsed?: boolean;
  onOpened?: () => void;
}

function Navigation({ user, current, collapsed, onOpened }: NavigationProps) {
  const sections = sectionsOf(user.role);
  const counts = useQuery(inboxQuery()).data?.rows.waitingCounts;
  const group = (name: Section['group']) => sections.filter((section) => section.group === name);
  const links = (of: readonly Section[]) =>
    of.map((section) => (
      <li key={section.key}>
        <SidebarLink
          href={sectionPath(section.key)}
          icon={section.icon}
          label={section.label}
          active={section.key === current}
          collapsed={collapsed}
          waiting={waitingIn(section.key, counts)}
          onOpened={onOpened}
        />
      </li>
    ));
  const more = group('more');
  return (
    <nav aria-label={t('Sections')} className="flex-1 overflow-y-auto overscroll-contain px-3 py-2">
      <ul className="flex flex-col gap-1">{links(group('main'))}</ul>
      {more.length > 0 && (
        <>
          <p className={cn('mt-6 mb-2 px-3 font-medium text-3 text-xs', collapsed && 'sr-only')}>
            {t('More')}
          </p>
          <ul className={cn('flex flex-col gap-1', collapsed && 'mt-3 border-line border-t pt-3')}>
            {links(more)}
          </ul>
        </>
      )}
      {user.isOwner && (
        <div className="mt-3 border-line border-t pt-3">
          <SidebarLink
            href={OWNER_PANEL_PATH}
            icon={OWNER_PANEL.icon}
            label={OWNER_PANEL.label}
            active={current === OWNER_PANEL.key}
            collapsed={collapsed}
            waiting={user.role === 'admin' ? 0 : (counts?.reviews ?? 0)}
            onOpened={onOpened}
          />
        </div>
      )}
    </nav>
  );
}

/** The sections where something can wait for the user. */
const COUNTED_IN: Readonly<Partial<Record<SectionKey, keyof Inbox['waitingCounts']>>> = {
  transactions: 'transactions',
  cookies: 'accounts',
  admin: 'reviews',
};

/** How much waits for the user in a section. 0 while it is unknown. */
function waitingIn(key: SectionKey, counts: Inbox['waitingCounts'] | undefined): number {
  const counted = COUNTED_IN[key];
  return counted && counts ? counts[counted] : 0;
}

interface SidebarLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
  active?: boolean;
  collapsed?: boolean | undefined;
  waiting: number;
  onOpened?: (() => void) | undefined;
}

function SidebarLink({ href, icon: Icon, label, active, collapsed, waiting, onOpened }: SidebarLinkProps) {
  const name = waiting > 0 ? t('{section}, {count} waiting', { section: label, count: waiting }) : label;
  const link = (
    <Link
      href={href}
      onClick={onOpened}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'relative flex h-10 items-center gap-3 rounded-lg px-3 font-medium transition-colors',
        collapsed && 'justify-center px-0',
        active ? 'bg-surface-2 text-1' : 'text-2 hover:bg-surface-2/60 hover:text-1',
      )}
    >
      <Icon aria-hidden className={cn('size-5 shrink-0', active ? 'text-silver' : 'text-3')} />
      <span className={cn(collapsed && 'sr-only')} aria-hidden={waiting > 0}>
        {label}
      </span>
      {waiting > 0 && <span className="sr-only">{name}</span>}
      <Count of={waiting} className={collapsed ? 'absolute top-0.5 right-1.5' : 'ml-auto'} />
    </Link>
  );
  if (!collapsed) return link;
  return (
    <Tooltip content={name} side="right">
      {link}
    </Tooltip>
  );
}

const choice = storedText('sterling.sidebar');

/** Below this width, tables need the space of the sidebar. */
const ROOMY_PX = 1024;

/** Whether the sidebar shows icons only. Uses the saved choice, otherwise the window width. */
function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [chosen, setChosen] = useState(choice.read);
  const isNarrow = useMedia(`(width < ${ROOMY_PX}px)`);
  const choose = (collapsed: boolean) => {
    const next = collapsed ? 'collapsed' : 'expanded';
    setChosen(next);
    choice.keep(next);
  };
  return [chosen ? chosen === 'collapsed' : isNarrow, choose];
}
