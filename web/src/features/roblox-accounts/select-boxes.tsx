import { memo } from 'react';
import { Checkbox } from '../../kit/ui/checkbox.tsx';
import { type Selection, useSelected } from './accounts-context.ts';
import type { Named } from './use-selection.ts';

/** Selects or clears all accounts of the current page. */
export function SelectAll() {
  const { selected, shown, select } = useSelected();
  const count = shown.filter(({ id }) => selected.has(id)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <Checkbox
      aria-label="Select all accounts"
      checked={isAll || (count > 0 && 'indeterminate')}
      onCheckedChange={() => select(shown, !isAll)}
    />
  );
}

export function SelectOne({ account }: { account: Named }) {
  const { selected, select } = useSelected();
  return <Box account={account} checked={selected.has(account.id)} select={select} />;
}

interface BoxProps extends Pick<Selection, 'select'> {
  account: Named;
  checked: boolean;
}

const Box = memo(function Box({ account, checked, select }: BoxProps) {
  return (
    <Checkbox
      aria-label={`Select ${account.username}`}
      checked={checked}
      onCheckedChange={(now) => select([account], now === true)}
    />
  );
});
