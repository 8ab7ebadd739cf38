import { type OwnProxy, proxies } from '@sterling/contract/proxies.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ListPlus, Network, Plus, UsersRound } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import {
  nameOf,
  PROXIES_PAGE_SIZE,
  proxiesQuery,
  proxyFiguresQuery,
  useDeleteProxy,
} from '../features/proxies/proxies.tsx';
import { proxyColumns } from '../features/proxies/proxy-columns.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { AlertDialog } from '../kit/ui/alert-dialog.tsx';
import { Button } from '../kit/ui/button.tsx';
import { StatCard, StatRow } from '../kit/ui/card.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { ServerTable } from '../kit/ui/server-table.tsx';
import { SearchInput } from '../kit/ui/table-filters.tsx';
import { type TableList, useTableView } from '../kit/ui/table-view.ts';

const AddProxyDialog = lazy(async () => ({
  default: (await import('../features/proxies/proxy-dialogs.tsx')).AddProxyDialog,
}));
const MassAdditionDialog = lazy(async () => ({
  default: (await import('../features/proxies/proxy-dialogs.tsx')).MassAdditionDialog,
}));

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
        noun={t('proxies')}
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
        note={t('Reach Roblox')}
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
export function DeleteProxy({ proxy, onClose }: DeleteProxyProps) {
  const remove = useDeleteProxy(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {proxy}?', { proxy: nameOf(proxy) })}
      description={t("Its password is wiped. A proxy in use can't be deleted.")}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(proxy)}
    />
  );
}
