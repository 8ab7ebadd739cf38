import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { useAccountsPage } from './accounts-context.ts';

/** Selects every account that the search has left, or none. */
export function SelectAll() {
  const { selected, shown, select } = useAccountsPage();
  const count = shown.filter((id) => selected.has(id)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <Checkbox
      aria-label="Select all accounts"
      checked={isAll || (count > 0 && 'indeterminate')}
      onCheckedChange={() => select(shown, !isAll)}
    />
  );
}

export function SelectOne({ account: { id, username } }: { account: RobloxAccount }) {
  const { selected, select } = useAccountsPage();
  return (
    <Checkbox
      aria-label={`Select ${username}`}
      checked={selected.has(id)}
      onCheckedChange={(checked) => select([id], checked === true)}
    />
  );
}
