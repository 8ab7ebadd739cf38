import { useMutation } from '@tanstack/react-query';
import { explain } from '../../data/failure.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { useSelected } from './accounts-context.ts';
import { WORDS } from './bulk.ts';
import { type Found, loadAllAccounts } from './queries.ts';
import type { Progress } from './use-bulk.ts';

interface SelectedCountProps {
  progress: Progress | null;
  /** Number of accounts on all pages of the view. */
  total: number;
  view: Found;
  onClear: () => void;
}

/** Shows the number of selected accounts or the progress of a bulk action. Offers to select all pages. */
export function SelectedCount({ progress, total, view, onClear }: SelectedCountProps) {
  const { selected, shown, select } = useSelected();
  const everything = useMutation({
    mutationFn: () => loadAllAccounts(view),
    onSuccess: (accounts) => select(accounts, true),
    onError: (error) => toast({ title: 'Error', description: explain(error), variant: 'destructive' }),
  });
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => selected.has(id));
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="text-3 tabular-nums">
        {progress ? progressText(progress) : `${formatWhole(selected.size)} selected`}
      </p>
      {!progress && isPageSelected && selected.size < total && (
        <Button
          variant="link"
          pending={everything.isPending}
          onClick={() => everything.mutate()}
          className="min-h-6"
        >
          Select all {formatWhole(total)}
        </Button>
      )}
      {!progress && selected.size > 0 && (
        <Button variant="link" onClick={onClear} className="min-h-6">
          Clear
        </Button>
      )}
    </div>
  );
}

function progressText({ action, tried, total }: Progress): string {
  const { present } = WORDS[action];
  return tried === null ? `${present} ${total}…` : `${present} ${tried + 1} of ${total}…`;
}
