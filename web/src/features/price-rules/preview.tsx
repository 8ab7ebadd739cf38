import type { PricePreview } from '@sterling/contract/price-rules.ts';
import { Eye } from 'lucide-react';
import { formatRate } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { bodyOf, type RuleForm } from './draft.ts';
import { usePreview } from './use-price-rules.ts';

/** Shows on request what the rates of the chosen accounts would be now, and why. */
export function Preview({ form }: { form: RuleForm }) {
  const preview = usePreview();
  const ask = form.submit((_, draft) => preview.mutate(bodyOf(draft)));
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        pending={preview.isPending}
        onClick={() => void ask()}
      >
        <Eye aria-hidden className="size-4" />
        Show the rates now
      </Button>
      {preview.data &&
        (preview.data.length === 0 ? (
          <p className="text-3 text-sm">Choose accounts to see their rates.</p>
        ) : (
          <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line">
            {preview.data.map((row) => (
              <PreviewRow key={row.accountId} row={row} />
            ))}
          </ul>
        ))}
    </section>
  );
}

function PreviewRow({ row: { username, fromRate, toRate, isPaused, text } }: { row: PricePreview }) {
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 truncate font-medium text-1">{username}</span>
        <span className="flex items-center gap-2 text-1 tabular-nums">
          {isPaused && <Badge tone="warn">Paused</Badge>}
          {fromRate === toRate ? formatRate(toRate) : `${formatRate(fromRate)} → ${formatRate(toRate)}`}
        </span>
      </p>
      <p className="text-2 text-sm">{text}</p>
    </li>
  );
}
