import type { ReactNode } from 'react';

interface RowButtonProps {
  /** Accessible name. It starts with the visible text. */
  label: string;
  onClick: () => void;
  children: ReactNode;
}

/** Opens the details of a table row. On a phone it covers the whole card. */
export function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-6 whitespace-nowrap rounded-sm font-medium text-accent underline-offset-4 hover:underline max-sm:-my-0.5 max-sm:after:absolute max-sm:after:inset-0"
    >
      {children}
    </button>
  );
}
