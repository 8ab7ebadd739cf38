import { t } from '@sterling/contract/texts.ts';
import {
  BellRing,
  CircleCheck,
  CirclePause,
  FileInput,
  type LucideIcon,
  Plus,
  RefreshCw,
  Scale,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { openSheet } from '../../kit/navigation/open-above.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ActionsMenu, MenuItem } from '../../kit/ui/dropdown-menu.tsx';
import { SearchInput } from '../../kit/ui/table-filters.tsx';
import type { SearchText } from '../../kit/ui/table-view.ts';
import { useIsPhone } from '../../kit/ui/use-browser.ts';
import { IMPORT_SHEET, PRICE_RULES_SHEET, STOCK_ALERT_SHEET } from './accounts.ts';
import type { BulkAction } from './bulk.ts';
import { SelectAll, useAccountsPage } from './selection.tsx';

const ACTIONS: readonly { action: BulkAction; label: string; icon: LucideIcon }[] = [
  { action: 'activate', label: t('Activate selected'), icon: CircleCheck },
  { action: 'deactivate', label: t('Deactivate selected'), icon: CirclePause },
  { action: 'refresh', label: t('Update selected'), icon: RefreshCw },
  { action: 'delete', label: t('Delete selected'), icon: Trash2 },
];

interface ToolbarProps {
  search: SearchText;
  /** The buttons of the filters and the export. */
  tools: ReactNode;
  /** A bulk action is running. */
  busy: boolean;
  onBulk: (action: BulkAction) => void;
  /** The selection counter. */
  children: ReactNode;
}

/** Search, the button that adds an account, and the bulk actions. */
export function Toolbar({ search, tools, busy, onBulk, children }: ToolbarProps) {
  const isPhone = useIsPhone();
  const { askForAccount } = useAccountsPage();
  return (
    <div className="flex flex-col gap-3 border-line border-b px-4 py-4 sm:px-5 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchInput label={t('Search by username')} search={search} />
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {tools}
          <Button onClick={askForAccount} className="max-sm:grow">
            <Plus aria-hidden className="size-4" />
            {t('Add account')}
          </Button>
          <ActionsMenu of={t('all accounts')} pending={false}>
            <MenuItem icon={Scale} onSelect={() => openSheet(PRICE_RULES_SHEET)}>
              {t('Price rules')}
            </MenuItem>
            <MenuItem icon={FileInput} onSelect={() => openSheet(IMPORT_SHEET)}>
              {t('Import accounts')}
            </MenuItem>
            <MenuItem icon={BellRing} onSelect={() => openSheet(STOCK_ALERT_SHEET)}>
              {t('Low stock alert')}
            </MenuItem>
          </ActionsMenu>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          {isPhone && <SelectAll />}
          {children}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:basis-[calc(50%-0.25rem)] large-text:*:basis-full">
          {ACTIONS.map(({ action, label, icon: Icon }) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'danger-quiet' : 'secondary'}
              size="sm"
              aria-disabled={busy}
              onClick={() => onBulk(action)}
              className="max-sm:px-2 max-sm:[&_svg]:hidden"
            >
              <Icon aria-hidden className="size-4" />
              {label}
            </Button>
          ))}
        </div>
      </div>
    </div>
  );
}
