/**
 * The stock of a rate beside that of others. `share` is 0 to 1 of the largest. Hidden from screen readers, because the
 * figure beside it says the same.
 */
export function StockBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="block h-2 w-full min-w-24 overflow-hidden rounded-full bg-surface-2">
      <span className="block h-full min-w-0.5 rounded-full bg-accent" style={{ width: `${100 * share}%` }} />
    </span>
  );
}
