import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import { t } from '@sterling/contract/texts.ts';
import { CircleCheck } from 'lucide-react';
import { Robux } from '../../kit/ui/money.tsx';

/** The gamepass behind a typed URL, on one line. Long names are cut, the price is not. */
export function ValidPass({ pass }: { pass: Gamepass }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      <span className="truncate font-medium text-good">{t('Valid: {name}', { name: pass.name })}</span>
      <Robux exact amount={pass.price} className="shrink-0 text-1" />
      <span className="truncate text-2 max-sm:sr-only">
        {t('by {creatorName}', { creatorName: pass.creatorName })}
      </span>
    </span>
  );
}
