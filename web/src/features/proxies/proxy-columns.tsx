import type { OwnProxy } from '@sterling/contract/proxies.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { Trash2 } from 'lucide-react';
import { Button } from '../../kit/ui/button.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { addressOf, nameOf, ProxyStatusBadge } from './proxies.tsx';

type Delete = (proxy: OwnProxy) => void;

/** Shows the end of an id, because ids that were created together start with the same characters. */
const SHOWN_OF_ID = 8;

const column = columnsOf<OwnProxy>();
export const proxyColumns = (onDelete: Delete) =>
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
      cell: ({ getValue }) => <span className="wrap-anywhere font-medium">{getValue()}</span>,
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
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('Delete {name}', { name })}
        onClick={() => onDelete(proxy)}
        className="hover:text-bad"
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </span>
  );
}
