import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { type InboxEntry, inbox, type WaitingTask } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  ChevronRight,
  Gavel,
  type LucideIcon,
  MessageCircle,
  PackageCheck,
  ShoppingCart,
  Truck,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { callPage } from '../../data/pages.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import {
  type Item,
  ItemLink,
  OpeningLink,
  openSheet,
  SECURITY_SHEET,
  sheetAddress,
} from '../../kit/navigation/open-above.tsx';
import { OWNER_PANEL_PATH, type SectionKey } from '../../kit/navigation/section.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { ShowAllRow } from '../../kit/ui/disclosure.tsx';
import { useUser } from '../sessions/session.tsx';

/**
 * One page of entries, and all that waits. The shell reads the first page once. Afterwards server events say
 * when to read it again.
 */
export const inboxQuery = (page = 1) =>
  queryOptions({
    queryKey: ['inbox', page],
    queryFn: ({ signal }) =>
      callPage(inbox.read, { query: { page, pageSize: EVENTS_PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * The card of trades that wait for the user, above its children. They load immediately but are hidden until it is known whether
 * the card is needed, for two seconds at most, so that nothing moves.
 */
export function WaitingTrades({ children }: { children: ReactNode }) {
  const { data, isPending, failureReason } = useQuery(inboxQuery());
  const tasks = (data?.rows.waiting ?? []).filter(({ step }) => step !== 'buy' && step !== 'decide');
  return (
    <>
      {isPending && !failureReason && <span data-unknown hidden />}
      {tasks.length > 0 && <WaitingTradesCard tasks={tasks} />}
      <div className="contents [[data-unknown]+&]:animate-hidden-at-first">{children}</div>
    </>
  );
}

/** Trades that wait for the user. */
function WaitingTradesCard({ tasks }: { tasks: readonly WaitingTask[] }) {
  return (
    <Card aria-labelledby="waiting-trades" className="border-warn/50">
      <CardHeader
        id="waiting-trades"
        title={t('Trades waiting for you')}
        description={t('The other party waits for your next step')}
      />
      <TaskRows tasks={tasks} />
    </Card>
  );
}

const ICONS: Readonly<Record<WaitingTask['step'], LucideIcon>> = {
  deliver: Truck,
  confirm: PackageCheck,
  answer: MessageCircle,
  buy: ShoppingCart,
  decide: Gavel,
};

/** Rows that a list shows at first, so that a trader's many tasks do not hide what follows. */
const SHOWN = 5;

/** The tasks that wait for the user. Each links to its trade, its order or the reviews. */
export function TaskRows({ tasks }: { tasks: readonly WaitingTask[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? tasks : tasks.slice(0, SHOWN);
  const isLong = tasks.length > SHOWN;
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((task) => (
          <li key={`${task.step} ${task.subjectId}`} className={cn(!isLong && 'last:[&>a]:rounded-b-xl')}>
            <TaskRow task={task} />
          </li>
        ))}
      </ul>
      {isLong && (
        <ShowAllRow all={all} onChange={setAll}>
          {t('Show all {count}', { count: tasks.length })}
        </ShowAllRow>
      )}
    </>
  );
}

function TaskRow({ task }: { task: WaitingTask }) {
  const target = targetOfTask(task);
  const Icon = ICONS[task.step];
  return (
    <TargetLink
      target={target}
      className="flex min-h-17 w-full items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-surface-2/50 sm:px-5"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-warn" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere line-clamp-2 font-medium text-1">{task.title}</span>
        <span className="block text-3 text-xs">
          {task.text}
          {task.until && ` · ${deadlineOf(task.step, formatTime(task.until))}`}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-3" />
    </TargetLink>
  );
}

/** A delivered trade is confirmed automatically at its deadline. */
const deadlineOf = (step: WaitingTask['step'], deadline: string): string =>
  step === 'confirm'
    ? t('Confirms automatically on {deadline}', { deadline })
    : t('Deadline {deadline}', { deadline });

interface TargetLinkProps {
  target: Target;
  onPress?: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** A link to where an entry or a task leads. */
export function TargetLink({ target, onPress, className, children }: TargetLinkProps) {
  const { isOwner, role } = useUser();
  if ('item' in target) {
    return (
      <ItemLink item={target.item} {...(onPress && { onClick: onPress })} className={className}>
        {children}
      </ItemLink>
    );
  }
  if ('sheet' in target) {
    const { sheet } = target;
    return (
      <OpeningLink
        addressOf={() => sheetAddress(sheet)}
        open={() => openSheet(sheet)}
        {...(onPress && { onClick: onPress })}
        className={className}
      >
        {children}
      </OpeningLink>
    );
  }
  const reviewsPath = isOwner && role !== 'admin' ? OWNER_PANEL_PATH : sectionPath('admin');
  return (
    <Link
      href={'section' in target ? sectionPath(target.section) : reviewsPath}
      {...(onPress && { onClick: onPress })}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Where an entry or a task leads: to an item or a sheet above the page, to a section, or to the reviews. */
type Target =
  | { readonly item: Item }
  | { readonly sheet: string }
  | { readonly section: SectionKey }
  | typeof REVIEWS;

/** Owners and admins find the reviews in different places. */
const REVIEWS = { reviews: true } as const;

/** Null if there is nothing to open. Only buyers have the buy page. */
export function targetOfEntry(
  { kind, subjectId: id }: Pick<InboxEntry, 'kind' | 'subjectId'>,
  { role }: Pick<User, 'role'>,
): Target | null {
  switch (kind) {
    case 'orders':
    case 'pre-orders':
      return itemTarget('order', id);
    case 'sales':
      return itemTarget('sale', id);
    case 'trades':
    case 'messages':
      return itemTarget('trade', id);
    case 'deposits':
    case 'withdrawals':
      return itemTarget('transfer', id) ?? { section: 'wallet' };
    case 'accounts':
      return { section: 'cookies' };
    case 'alerts':
      return { section: role === 'buyer' ? 'buy-robux' : 'rates' };
    case 'security':
      return { sheet: SECURITY_SHEET };
  }
}

const itemTarget = (kind: Item['kind'], id: string | null): Target | null =>
  id === null ? null : { item: { kind, id } };

/** Only the task to decide reviews has no subject. */
const targetOfTask = ({ step, subjectId }: Pick<WaitingTask, 'step' | 'subjectId'>): Target =>
  itemTarget(step === 'buy' ? 'sale' : 'trade', subjectId) ?? REVIEWS;
