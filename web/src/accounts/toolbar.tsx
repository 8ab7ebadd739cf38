import { CircleCheck, CirclePause, type LucideIcon, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type BulkAction, WORDS } from './bulk.ts';
import { SelectAll } from './select-boxes.tsx';
import type { Progress } from './use-bulk.ts';

const ACTIONS: readonly { action: BulkAction; label: string; icon: LucideIcon }[] = [
  { action: 'activate', label: 'Activate selected', icon: CircleCheck },
  { action: 'deactivate', label: 'Deactivate selected', icon: CirclePause },
  { action: 'update', label: 'Update selected', icon: RefreshCw },
  { action: 'delete', label: 'Delete selected', icon: Trash2 },
];

interface ToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  selectedCount: number;
  progress: Progress | null;
  onBulk: (action: BulkAction) => void;
  onAdd: () => void;
}

/** Search, adding, and what can be done with many accounts at once. */
export function Toolbar({ search, onSearch, selectedCount, progress, onBulk, onAdd }: ToolbarProps) {
  const isPhone = useIsPhone();
  return (
    <div className="flex flex-col gap-3 border-line border-b px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchInput label="Search by username" value={search} onChange={onSearch} />
        <Button onClick={onAdd} className="max-sm:w-full">
          <Plus aria-hidden className="size-4" />
          Add Account
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          {isPhone && <SelectAll />}
          <p role="status" className="text-3 tabular-nums">
            {progress ? underWay(progress) : `${selectedCount} selected`}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap">
          {ACTIONS.map(({ action, label, icon: Icon }) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'danger-quiet' : 'secondary'}
              size="sm"
              disabled={progress !== null}
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

function underWay({ action, tried, total }: Progress): string {
  const { present } = WORDS[action];
  return tried === null ? `${present} ${total}…` : `${present} ${tried + 1} of ${total}…`;
}
