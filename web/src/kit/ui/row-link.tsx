import type { ReactNode } from 'react';
import { type Item, ItemLink } from '../navigation/open-item.tsx';

interface RowLinkProps {
  item: Item;
  /** Accessible name. It starts with the visible text. */
  label: string;
  children: ReactNode;
}

/** Opens the details of a table row. On a phone it covers the whole card. */
export function RowLink({ item, label, children }: RowLinkProps) {
  return (
    <ItemLink
      item={item}
      aria-label={label}
      className="inline-flex min-h-6 items-center whitespace-nowrap rounded-sm font-medium text-accent underline-offset-4 hover:underline max-sm:-my-0.5 max-sm:after:absolute max-sm:after:inset-0"
    >
      {children}
    </ItemLink>
  );
}
