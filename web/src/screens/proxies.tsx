import { type OwnProxy, proxies } from '@sterling/contract/proxies.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ListPlus, Network, Plus, Trash2, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  addressOf,
  nameOf,
  PROXIES_PAGE_SIZE,
  ProxyStatusBadge,
  proxiesQuery,
  proxyFiguresQuery,
  useDeleteProxy,
} from '../features/proxies/proxies.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { AlertDialog } from '../kit/ui/alert-dialog.tsx';
import { Button, IconButton } from '../kit/ui/button.tsx';
import { StatCard, StatRow } from '../kit/ui/card.tsx';
import { columnsOf } from '../kit/ui/columns.ts';
import { CopyButton } from '../kit/ui/copy-button.tsx';
import { lazyNamed } from '../kit/ui/lazy.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { ServerTable } from '../kit/ui/server-table.tsx';
import { SearchInput } from '../kit/ui/table-filters.tsx';
import { type TableList, useTableView } from '../kit/ui/table-view.ts';

const AddProxyDialog = lazyNamed(
  async () => (await import('../features/proxies/proxy-dialogs.tsx')).AddProxyDialog,
);
const MassAdditionDialog = lazyNamed(
  async () => (await import('../features/proxies/proxy-dialogs.tsx')).MassAdditionDialog,
);

/** The seller's proxies with figures, table and dialogs. */
export default function Proxies() {
  const list = useTableView(proxies.list);
  const [adding, setAdding] = useState<'one' | 'many' | null>(null);
  const [deleting, setDeleting] = useState<OwnProxy | null>(null);
  const columns = useMemo(() => proxyColumns(setDeleting), []);
  const close = () => setAdding(null);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Figures />
      <ServerTable
        title={t('Proxies')}
        label={t('Your proxies')}
        header={() => <Toolbar search={list.search} onAdd={setAdding} />}
        list={list}
        query={useQuery(proxiesQuery(list.view))}
        pageSize={PROXIES_PAGE_SIZE}
        quiet
        columns={columns}
        nothing={NOTHING}
      />
      <Overlays>
        {adding === 'one' && <AddProxyDialog onClose={close} />}
        {adding === 'many' && <MassAdditionDialog onClose={close} />}
        {deleting && <DeleteProxy proxy={deleting} onClose={() => setDeleting(null)} />}
      </Overlays>
    </div>
  );
}

type Delete = (proxy: OwnProxy) => void;

/** Shows the end of an id, because ids that were created together start with the same characters. */
const SHOWN_OF_ID = 8;

const column = columnsOf<OwnProxy>();
const proxyColumns = (onDelete: Delete) =>
  column.columns([
    column.display({
      id: 'id',
      header: 'ID',
      cell: ({ row: { original } }) => (
        <span title={original.id} className="font-mono text-3 text-xs">
          {original.id.slice(-SHOWN_OF_ID)}
        </span>
      ),
    }),
    column.accessor('host', {
      header: t('Host'),
      // As wide as an IPv4 address, which must not break.
      cell: ({ getValue }) => (
        <span className="wrap-anywhere inline-block font-medium sm:min-w-30">{getValue()}</span>
      ),
      sortDescFirst: false,
      meta: { card: 'title' },
    }),
    column.accessor('port', {
      header: t('Port'),
      cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
      sortDescFirst: false,
    }),
    column.accessor('username', {
      header: t('Username'),
      cell: ({ getValue }) => <span className="wrap-anywhere">{getValue() ?? <None />}</span>,
      sortDescFirst: false,
    }),
    column.display({
      id: 'password',
      header: t('Password'),
      cell: ({ row: { original } }) => original.password ?? <None />,
      meta: { className: '@max-2xl:hidden' },
    }),
    column.accessor('status', {
      header: t('Status'),
      cell: ({ row }) => <Status proxy={row.original} />,
      sortDescFirst: false,
    }),
    column.display({
      id: 'actions',
      header: t('Actions'),
      cell: ({ row }) => <Actions proxy={row.original} onDelete={onDelete} />,
      meta: { card: 'aside', align: 'right' },
    }),
  ]);

const None = () => <span className="text-3">{t('None')}</span>;

function Status({ proxy: { status, statusReason, accountCount } }: { proxy: OwnProxy }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <ProxyStatusBadge status={status} />
      {statusReason && <span className="max-w-60 text-2 text-xs">{statusReason}</span>}
      {accountCount > 0 && (
        <span className="text-3 text-xs">
          {plural(accountCount, 'Used by {count} account', 'Used by {count} accounts', {
            count: accountCount,
          })}
        </span>
      )}
    </span>
  );
}

function Actions({ proxy, onDelete }: { proxy: OwnProxy; onDelete: Delete }) {
  const address = addressOf(proxy);
  const name = nameOf(proxy);
  return (
    <span className="inline-flex gap-1">
      <CopyButton text={address} what={t('address of {proxy}', { proxy: name })} />
      <IconButton
        icon={Trash2}
        label={t('Delete {name}', { name })}
        onClick={() => onDelete(proxy)}
        className="hover:text-bad"
      />
    </span>
  );
}

function Figures() {
  const { data, isError } = useQuery(proxyFiguresQuery);
  const shown = (figure: number | undefined) =>
    figure === undefined ? (isError ? '–' : undefined) : formatWhole(figure);
  return (
    <StatRow>
      <StatCard label={t('Total')} icon={<Network />} value={shown(data?.total)} note={t('Your proxies')} />
      <StatCard
        label={t('Active')}
        icon={<CircleCheck />}
        value={shown(data?.active)}
        note={t('Connected to Roblox')}
      />
      <StatCard
        label={t('Failing')}
        icon={<CircleAlert />}
        value={shown(data?.failing)}
        note={data && (data.failing > 0 ? t('Not usable for now') : t('No problems'))}
      />
      <StatCard
        label={t('In use')}
        icon={<UsersRound />}
        value={shown(data?.inUse)}
        note={t('By your accounts')}
      />
    </StatRow>
  );
}

const NOTHING = {
  icon: Network,
  title: t('No proxies added yet. Click "Add single proxy" to get started.'),
  unmatched: (search: string) => t('No proxy matches "{search}"', { search }),
};

interface ToolbarProps {
  search: TableList['search'];
  onAdd: (what: 'one' | 'many') => void;
}

function Toolbar({ search, onAdd }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4 py-4 sm:px-5">
      <SearchInput label={t('Search proxies')} search={search} />
      <div className="grid gap-2 max-sm:w-full sm:flex">
        <Button variant="secondary" onClick={() => onAdd('many')}>
          <ListPlus aria-hidden className="size-4" />
          {t('Mass Addition')}
        </Button>
        <Button onClick={() => onAdd('one')}>
          <Plus aria-hidden className="size-4" />
          {t('Add single proxy')}
        </Button>
      </div>
    </div>
  );
}

interface DeleteProxyProps {
  proxy: OwnProxy;
  onClose: () => void;
}

/** Asks for confirmation before a proxy is deleted. */
function DeleteProxy({ proxy, onClose }: DeleteProxyProps) {
  const remove = useDeleteProxy(onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Delete {proxy}?', { proxy: nameOf(proxy) })}
      description={t("Its password is erased. A proxy in use can't be deleted.")}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(proxy)}
    />
  );
}
