import { t } from '@sterling/contract/texts.ts';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface ShowAllButtonProps {
  all: boolean;
  onChange: (all: boolean) => void;
  /** Such as 'Show all 60'. */
  children: ReactNode;
  className?: string;
}

/** Shows all rows of a long list, or only its first ones again. It stays, because a button that goes takes the focus with it. */
export function ShowAllButton({ all, onChange, children, className }: ShowAllButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-expanded={all}
      onClick={() => onChange(!all)}
      className={className}
    >
      {all ? t('Show fewer') : children}
    </Button>
  );
}

/** A `ShowAllButton` in a row of its own below its list. */
export const ShowAllRow = (props: Omit<ShowAllButtonProps, 'className'>) => (
  <div className="flex justify-center border-line border-t p-3 print:hidden">
    <ShowAllButton {...props} />
  </div>
);
