import type { AuditEntry } from '@sterling/contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { DateField } from '../../kit/ui/date-field.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SearchInput } from '../../kit/ui/search-input.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { CsvLink } from '../../kit/ui/table-filters.tsx';
import { useDeferredSearch } from '../../kit/ui/use-deferred-search.ts';
import { ACTION_NAMES } from './audit-entry.ts';
import { AuditTable } from './audit-table.tsx';
import { AUDIT_PAGE_SIZE, type AuditView, auditCsv, auditQuery } from './queries.ts';

const AuditEntrySheet = lazy(() => import('./audit-entry-sheet.tsx'));

const EVERYTHING: AuditView = { search: '', action: '', from: '', to: '', page: 1 };

/** The audit log, newest first, with filters for text, action and dates. */
export function AuditLog() {
  const [view, setView] = useState(EVERYTHING);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const query = useQuery(auditQuery(view));
  const narrow = (change: Partial<AuditView>) => setView((before) => ({ ...before, ...change, page: 1 }));
  const search = useDeferredSearch((text) => narrow({ search: text }));
  const isNarrowed = Boolean(view.search || view.action || view.from || view.to);
  return (
    <Card aria-labelledby="audit">
      <CardHeader id="audit" title="Audit Log" description="Append-only">
        <SearchInput label="Search the audit log" value={search.text} onChange={search.type} />
        <CsvLink href={auditCsv(view)} />
      </CardHeader>
      <Filters view={view} onChange={narrow} />
      <PagedRows
        query={query}
        pageSize={AUDIT_PAGE_SIZE}
        noun="entries"
        onPage={(page) => setView({ ...view, page })}
      >
        {(rows) => (
          <AuditTable
            rows={rows}
            onOpen={setOpen}
            empty={
              <EmptyState icon={ScrollText} title={isNarrowed ? 'Nothing matches' : 'No entries yet'}>
                {isNarrowed
                  ? 'Try a broader search or date range.'
                  : 'Staff actions appear here with who did them and why.'}
              </EmptyState>
            }
          />
        )}
      </PagedRows>
      {open && (
        <Suspense>
          <AuditEntrySheet entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}

const ANY = 'any';

const CHOICES = [
  { value: ANY, label: 'All actions' },
  ...Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
];

interface FiltersProps {
  view: AuditView;
  onChange: (change: Partial<AuditView>) => void;
}

function Filters({ view, onChange }: FiltersProps) {
  return (
    <div className="grid grid-cols-2 gap-3 border-line border-b px-4 py-4 sm:px-5 lg:grid-cols-[16rem_11rem_11rem]">
      <Field label="Action" className="max-sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={view.action || ANY}
            onChange={(action) => onChange({ action: action === ANY ? '' : action })}
            choices={CHOICES}
            className="h-10 text-sm max-sm:text-base"
          />
        )}
      </Field>
      <DateField label="From" aside="UTC" value={view.from} onChange={(from) => onChange({ from })} />
      <DateField label="To" aside="UTC" value={view.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}
