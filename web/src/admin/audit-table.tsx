import type { AuditEntry } from '@sterling/contract/admin.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { displayName } from '../format.ts';
import { formatTime } from '../format-time.ts';
import { columnsOf } from '../ui/columns.ts';
import { DataTable } from '../ui/data-table.tsx';
import { summaryOf } from './deed.ts';
import { humanised } from './facts.ts';

const column = columnsOf<AuditEntry>();
const OpenDeed = createContext<(deed: AuditEntry) => void>(() => undefined);

const columns = column.columns([
  column.display({
    id: 'action',
    header: 'Action',
    cell: ({ row }) => <Action deed={row.original} />,
    meta: { card: 'title' },
  }),
  column.display({
    id: 'actor',
    header: 'By',
    cell: ({ row: { original } }) => (original.actor ? displayName(original.actor) : 'The system'),
    meta: { card: 'fine' },
  }),
  column.display({
    id: 'change',
    header: 'Change',
    cell: ({ row }) => <Change deed={row.original} />,
    meta: { className: 'w-1/2 max-w-0', card: 'below' },
  }),
  column.display({
    id: 'at',
    header: 'Time',
    cell: ({ row }) => <span className="whitespace-nowrap text-2">{formatTime(row.original.at)}</span>,
    meta: { align: 'right', card: 'aside' },
  }),
]);

interface AuditTableProps {
  rows: readonly AuditEntry[];
  onOpen: (deed: AuditEntry) => void;
  empty: ReactNode;
}

export function AuditTable({ rows, onOpen, empty }: AuditTableProps) {
  return (
    <OpenDeed value={onOpen}>
      <DataTable
        label="What staff did"
        columns={columns}
        rows={rows}
        rowId={(deed) => deed.id}
        empty={empty}
      />
    </OpenDeed>
  );
}

function Action({ deed }: { deed: AuditEntry }) {
  const onOpen = useContext(OpenDeed);
  return (
    <button
      type="button"
      onClick={() => onOpen(deed)}
      className="min-h-6 rounded-sm text-left font-medium text-accent underline-offset-4 hover:underline"
    >
      {humanised(deed.action)}
    </button>
  );
}

/** One line with the subject and the reason or change. The action opens a sheet with everything else. */
function Change({ deed }: { deed: AuditEntry }) {
  return (
    <span className="text-2 max-sm:line-clamp-2 sm:block sm:truncate">
      {deed.subject && <span className="text-1">{displayName(deed.subject)} · </span>}
      {deed.reason ?? summaryOf(deed)}
    </span>
  );
}
