import { type AuditEntry, admin } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { createContext, useContext, useState } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import type { FilterChoice } from '../../kit/ui/table-filters.tsx';
import { useTableView } from '../../kit/ui/table-view.ts';
import { ACTION_NAMES, actionNameOf, changesOf, subjectOf, summaryOf } from './audit-entry.ts';
import { AUDIT_PAGE_SIZE, AUDIT_ZONE, auditCsv, auditQuery } from './queries.ts';
import { humanised } from './words.ts';

/** The audit log, newest first, with filters for text, action and dates. */
export function AuditLog() {
  const list = useTableView(admin.audit, { prefix: 'audit-' });
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <OpenEntryContext value={setOpen}>
      <ServerTable
        title={t('Audit log')}
        description={t('Entries cannot be changed or deleted')}
        label={t('What staff and users did')}
        list={list}
        query={useQuery(auditQuery(list.view))}
        pageSize={AUDIT_PAGE_SIZE}
        columns={auditColumns}
        searchLabel={t('Search the audit log')}
        filters={FILTERS}
        showsFilters
        zone={AUDIT_ZONE}
        csv={auditCsv(list.view)}
        nothing={NOTHING}
      />
      <Overlays>{open && <AuditEntrySheet entry={open} onClose={() => setOpen(null)} />}</Overlays>
    </OpenEntryContext>
  );
}

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'action',
    label: t('Action'),
    choices: Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
  },
];

const NOTHING = {
  icon: ScrollText,
  title: t('No entries yet'),
  children: t('What staff and users do appears here, with who did it and why.'),
  unmatched: () => t('Nothing matches'),
  unmatchedHint: t('Try a broader search or date range.'),
};

const column = columnsOf<AuditEntry>();
const OpenEntryContext = createContext<(entry: AuditEntry) => void>(() => undefined);

const auditColumns = column.columns([
  column.display({
    id: 'action',
    header: t('Action'),
    cell: ({ row }) => <Action entry={row.original} />,
    meta: { card: 'title' },
  }),
  column.display({
    id: 'actor',
    header: t('By'),
    cell: ({ row: { original } }) => (original.actor ? displayName(original.actor) : t('The system')),
    meta: { card: 'fine' },
  }),
  column.display({
    id: 'change',
    header: t('Details'),
    cell: ({ row }) => <Change entry={row.original} />,
    meta: { className: 'w-1/2 max-w-0', card: 'below' },
  }),
  column.display({
    id: 'at',
    header: t('Time'),
    cell: ({ row }) => <span className="whitespace-nowrap text-2">{formatTime(row.original.at)}</span>,
    meta: { align: 'right', card: 'aside' },
  }),
]);

function Action({ entry }: { entry: AuditEntry }) {
  const onOpen = useContext(OpenEntryContext);
  return (
    <button
      type="button"
      onClick={() => onOpen(entry)}
      className="min-h-6 rounded-sm text-left font-medium text-accent underline-offset-4 hover:underline"
    >
      {actionNameOf(entry)}
    </button>
  );
}

/** One line with the subject, if it is not the actor, the change and the reason. The action opens a sheet with everything else. */
function Change({ entry }: { entry: AuditEntry }) {
  const subject = entry.actorId === entry.subjectId ? null : subjectOf(entry);
  const change = [summaryOf(entry), entry.reason].filter(Boolean).join(' · ') || (subject ? null : entry.ip);
  return (
    <span className="text-2 max-sm:line-clamp-2 sm:block sm:truncate">
      {subject && <span className="text-1">{subject}</span>}
      {/* a line does not begin with the dot */}
      {subject && change && '\u00a0· '}
      {change ?? (entry.subjectId ? '' : '–')}
    </span>
  );
}

/** All recorded details of one audit entry. */
function AuditEntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const subject = subjectOf(entry);
  return (
    <SideSheet
      onClose={onClose}
      title={actionNameOf(entry)}
      description={`${entry.actor ? displayName(entry.actor) : t('The system')}, ${formatTime(entry.at)}`}
    >
      <dl className="flex flex-col divide-y divide-line">
        {entry.reason && <Detail name={t('Reason')}>{entry.reason}</Detail>}
        {entry.subjectId && entry.subjectId !== entry.actorId && (
          <Detail name={t('About')}>
            {subject ? (
              subject
            ) : entry.action === 'settings.changed' ? (
              humanised(entry.subjectId)
            ) : (
              <span className="break-all font-mono text-xs">{entry.subjectId}</span>
            )}
            <CopyButton text={entry.subjectId} what={t('subject')} />
          </Detail>
        )}
        {changesOf(entry).map(({ name, text }) => (
          <Detail key={name} name={name}>
            <span className="break-words">{text}</span>
          </Detail>
        ))}
        {entry.ip && <Detail name={t('IP address')}>{entry.ip}</Detail>}
      </dl>
    </SideSheet>
  );
}
