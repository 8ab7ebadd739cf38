import type { Side } from '@sterling/contract/fields.ts';
import type { HistoryEntry } from '@sterling/contract/history.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, type LucideIcon, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { entryColumns, itemOf, recentHistoryQuery } from '../../features/history/history.tsx';
import { useUser } from '../../features/sessions/session.tsx';
import type { SectionKey } from '../../kit/navigation/section.ts';
import { sectionPath, sectionsOf } from '../../kit/navigation/section-navigation.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';

export interface QuickAction {
  /** The section that the button opens. The button is hidden for roles that cannot open it. */
  section: SectionKey;
  label: string;
  note: string;
  icon: LucideIcon;
  /** Replaces opening the section. */
  act?: () => void;
}

/** Large links and buttons for the most common tasks. */
export function QuickActions({
  actions,
  className,
}: {
  actions: readonly QuickAction[];
  className?: string;
}) {
  const { role } = useUser();
  const open = new Set(sectionsOf(role).map(({ key }) => key));
  const possible = actions.filter(({ section, act }) => act || open.has(section));
  if (possible.length === 0) return null;
  return (
    <Card className={cn('flex flex-col', className)}>
      <CardHeader title={t('Quick Actions')} />
      <ul className="flex flex-1 flex-col divide-y divide-line">
        {possible.map(({ section, label, note, icon: Icon, act }) => (
          <li key={label} className="flex max-h-24 min-h-17 flex-1 last:*:rounded-b-xl">
            {act ? (
              <button type="button" onClick={act} className={TILE}>
                <Tile label={label} note={note} icon={Icon} />
              </button>
            ) : (
              <Link href={sectionPath(section)} className={TILE}>
                <Tile label={label} note={note} icon={Icon} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TILE =
  'flex w-full items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-surface-2/50 sm:px-5';

function Tile({ label, note, icon: Icon }: Pick<QuickAction, 'label' | 'note' | 'icon'>) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-10 large-text:hidden shrink-0 place-items-center rounded-lg border border-line text-silver"
      >
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-1">{label}</span>
        <span className="block text-3 text-xs">{note}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-3" />
    </>
  );
}

const SHOWN = 5;
/** As high as five rows, so that nothing moves when entries load or when there are none. */
const ROOM = 'flex min-h-75 flex-col *:first:flex-1';

interface RecentCardProps {
  title: string;
  columns: ReturnType<typeof entryColumns>;
  /** Newest first. Undefined while loading. */
  entries: readonly HistoryEntry[] | undefined;
  /** Shown if there are no entries. */
  empty: ReactNode;
  className?: string;
}

/** The latest five entries of the history, with a link to all entries. */
export function RecentCard({ title, columns, entries, empty, className }: RecentCardProps) {
  return (
    <Card className={className}>
      <CardHeader title={title}>
        <Button asChild variant="secondary" size="sm">
          <Link href={sectionPath('transactions')}>{t('View All')}</Link>
        </Button>
      </CardHeader>
      <div className={ROOM}>
        {entries ? (
          <DataTable
            label={title}
            columns={columns}
            rows={entries}
            rowId={({ id }) => id}
            itemOf={itemOf}
            empty={empty}
          />
        ) : (
          <SkeletonRows rows={SHOWN} className="p-4 sm:p-5" />
        )}
      </div>
    </Card>
  );
}

const COLUMNS = entryColumns(['createdAt', 'type', 'amount', 'description', 'status'], false);

/** The latest five transactions of the user on one side. */
export function RecentTransactions({ side, className }: { side: Side; className?: string }) {
  const { data, isError } = useQuery(recentHistoryQuery(side));
  return (
    <RecentCard
      title={t('Recent Transactions')}
      columns={COLUMNS}
      // A failed load shows an empty list without a message.
      entries={data ?? (isError ? [] : undefined)}
      empty={<Nothing side={side} />}
      {...(className && { className })}
    />
  );
}

function Nothing({ side }: { side: Side }) {
  const [section, label] =
    side === 'buyer'
      ? (['buy-robux', t('Buy Robux Now')] as const)
      : (['cookies', t('Add Roblox accounts')] as const);
  return (
    <EmptyState icon={ReceiptText} title={t('No transactions yet')}>
      <Button asChild variant="secondary" size="sm">
        <Link href={sectionPath(section)}>{label}</Link>
      </Button>
    </EmptyState>
  );
}
