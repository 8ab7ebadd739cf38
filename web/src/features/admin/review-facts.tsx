import { cn } from '../../kit/ui/class-names.ts';
import type { Fact } from './facts.ts';

/** In characters. Longer texts were written by users and get the full width. */
const A_LINE = 120;

/** The facts of a review: in up to four columns, or in two in a dialog. */
export function Facts({ facts, inDialog }: { facts: readonly Fact[]; inDialog?: boolean }) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg p-4',
        inDialog ? 'bg-surface-2' : 'bg-surface-0 sm:grid-cols-3 lg:grid-cols-4',
      )}
    >
      {facts.map(({ name, text, wide }) => (
        <div
          key={`${name} ${text}`}
          className={cn(
            'min-w-0',
            wide && (wide === 'whole' || text.length > A_LINE ? 'col-span-full' : 'col-span-2'),
          )}
        >
          <dt className="text-3 text-xs">{name}</dt>
          <dd className="max-w-prose whitespace-pre-line break-words text-1 tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
