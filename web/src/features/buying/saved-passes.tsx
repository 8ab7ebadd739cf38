import { useQuery } from '@tanstack/react-query';
import { cn } from '../../kit/ui/class-names.ts';
import { Robux } from '../../kit/ui/money.tsx';
import { recentPassesQuery } from '../orders/queries.ts';

interface SavedPassesProps {
  chosenUrl: string;
  onChoose: (url: string) => void;
}

/** The gamepasses of the buyer's latest orders, to choose instead of pasting a link. Hidden without orders. */
export function SavedPasses({ chosenUrl, onChoose }: SavedPassesProps) {
  const { data: passes } = useQuery(recentPassesQuery);
  if (!passes || passes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend
    <div
      role="group"
      aria-label="Gamepasses of your orders"
      className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap"
    >
      {passes.map(({ name, url, price }) => (
        <button
          key={url}
          type="button"
          aria-pressed={url === chosenUrl.trim()}
          onClick={() => onChoose(url)}
          className={cn(
            'flex h-8 min-w-0 max-w-full items-center justify-between gap-2 rounded-lg border border-line px-3 text-sm transition-colors hover:bg-surface-2',
            url === chosenUrl.trim() && 'border-accent bg-accent/8 hover:bg-accent/8',
          )}
        >
          <span className="min-w-0 truncate text-1 sm:max-w-40">{name}</span>
          <Robux exact amount={price} className="shrink-0 text-3" />
        </button>
      ))}
    </div>
  );
}
