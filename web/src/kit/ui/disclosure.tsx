import { t } from '@sterling/contract/texts.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';

interface DisclosureProps {
  label: string;
  initiallyOpen?: boolean;
  /** Renders the content when it is first opened. */
  onDemand?: boolean;
  children: ReactNode;
}

/** Collapsible content under a label. */
export function Disclosure({ label, initiallyOpen = false, onDemand = false, children }: DisclosureProps) {
  const id = useId();
  const [open, setOpen] = useState(initiallyOpen);
  const [wasOpen, setWasOpen] = useState(open || !onDemand);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-my-1 flex min-h-8 items-center gap-1.5 self-start rounded-md font-medium text-2 transition-colors hover:text-1"
      >
        <ChevronRight aria-hidden className={cn('size-4 transition-transform', open && 'rotate-90')} />
        {label}
      </button>
      <div id={id} hidden={!open}>
        {wasOpen && children}
      </div>
    </div>
  );
}

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
