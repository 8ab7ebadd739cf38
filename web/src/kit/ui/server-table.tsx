import type { RowData } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useId, useState } from 'react';
import { Card, CardHeader } from './card.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './missing-content.tsx';
import { PagedRows } from './paged-rows.tsx';
import {
  CsvLink,
  FilterButton,
  type FilterChoice,
  NothingFiltered,
  SearchInput,
  TableFilters,
} from './table-filters.tsx';
import { isFiltered, type TableList, type TableView, type Zone } from './table-view.ts';

interface Nothing {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly unmatched?: (search: string) => string;
  /** What else to search for. */
  readonly unmatchedHint?: string;
}

type Identified = RowData & { readonly id: string };
type Rows<Row extends RowData> = Omit<ComponentProps<typeof PagedRows<Row>>, 'onPage' | 'children'>;
type Table<Row extends RowData> = Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'itemOf'>;

interface ServerTableProps<Row extends Identified> extends Rows<Row>, Table<Row> {
  title: string;
  description?: string;
  /** Replaces the header with the title and the search. It gets the buttons of the filters and the export. */
  header?: (tools: ReactNode) => ReactNode;
  list: TableList;
  /** Label of the search field. Without it, the list cannot be searched. */
  searchLabel?: string;
  filters?: readonly FilterChoice[];
  /** Whether the filters are shown without a press of their button, which is left out then. */
  showsFilters?: boolean;
  /** The time zone of the days in the filters, the user's own by default. */
  zone?: Zone;
  /** Address of the rows of all pages as a CSV file. */
  csv?: string;
  /** Buttons in the header. */
  actions?: ReactNode;
  nothing: Nothing;
  className?: string | undefined;
}

/** A card with a list that the server searches, filters, sorts and pages. On a phone each row is a card. */
export function ServerTable<Row extends Identified>(props: ServerTableProps<Row>) {
  const { title, header, list, filters, nothing, label, columns, itemOf, ...rows } = props;
  const [isFiltering, setIsFiltering] = useState(() => isFiltered(list.view.filter));
  const id = useId();
  const tools = (
    <>
      {filters && !props.showsFilters && (
        <FilterButton filter={list.view.filter} open={isFiltering} onToggle={setIsFiltering} />
      )}
      {props.csv && <CsvLink href={props.csv} />}
    </>
  );
  return (
    <Card {...(header ? { 'aria-label': title } : { 'aria-labelledby': id })} className={props.className}>
      {header?.(tools) ?? (
        <CardHeader id={id} title={title} description={props.description}>
          {props.searchLabel && <SearchInput label={props.searchLabel} search={list.search} />}
          {tools}
          {props.actions}
        </CardHeader>
      )}
      {filters && (isFiltering || props.showsFilters) && (
        <TableFilters
          filter={list.view.filter}
          onChange={list.filterBy}
          choices={filters}
          zone={props.zone}
        />
      )}
      <PagedRows {...rows} onPage={list.turnTo}>
        {(found) => (
          <SteadyTable
            label={label}
            columns={columns}
            rows={found}
            rowId={idOf}
            {...(itemOf && { itemOf })}
            sortedByServer
            {...(rows.pageSize <= SHOWN_WHOLE && { className: 'max-h-none' })}
            sorting={list.view.sorting}
            onSortingChange={list.sortBy}
            empty={found.length === 0 && <NoRows view={list.view} nothing={nothing} />}
          />
        )}
      </PagedRows>
    </Card>
  );
}

/** Rows. A longer page scrolls inside of its card, so that the head of the table stays in sight. */
const SHOWN_WHOLE = 24;

const idOf = ({ id }: Identified) => id;

/** Renders only when its rows or its order change, because a page may have hundreds of rows. */
const SteadyTable = memo(DataTable) as typeof DataTable;

function NoRows({ view, nothing }: { view: TableView; nothing: Nothing }) {
  const { icon, title, children, unmatched, unmatchedHint } = nothing;
  if (isFiltered(view.filter)) return <NothingFiltered />;
  if (view.search && unmatched) {
    return (
      <EmptyState icon={icon} title={unmatched(view.search)}>
        {unmatchedHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={title}>
      {children}
    </EmptyState>
  );
}
