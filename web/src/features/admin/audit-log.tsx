import { type AuditEntry, admin } from '@sterling/contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { lazy, useState } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { auditColumns, OpenEntryContext } from './audit-columns.tsx';
import { ACTION_NAMES } from './audit-entry.ts';
import { AUDIT_PAGE_SIZE, auditQuery } from './queries.ts';

const AuditEntrySheet = lazy(() => import('./audit-entry-sheet.tsx'));

/** The audit log, newest first, with filters for text, action and dates. */
export function AuditLog() {
  const list = useTableView(admin.audit, { prefix: 'audit-' });
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <OpenEntryContext value={setOpen}>
      <ServerTable
        title="Audit Log"
        description="Append-only"
        label="What staff did"
        noun="entries"
        list={list}
        query={useQuery(auditQuery(list.view))}
        pageSize={AUDIT_PAGE_SIZE}
        columns={auditColumns}
        searchLabel="Search the audit log"
        filters={FILTERS}
        filterZone="UTC"
        nothing={NOTHING}
      />
      <Overlays>{open && <AuditEntrySheet entry={open} onClose={() => setOpen(null)} />}</Overlays>
    </OpenEntryContext>
  );
}

const FILTERS = [
  {
    name: 'action' as const,
    label: 'Action',
    choices: Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
  },
];

const NOTHING = {
  icon: ScrollText,
  title: 'No entries yet',
  children: 'Staff actions appear here with who did them and why.',
  unmatched: () => 'Nothing matches',
  unmatchedHint: 'Try a broader search or date range.',
};
