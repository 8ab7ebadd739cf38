import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
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
