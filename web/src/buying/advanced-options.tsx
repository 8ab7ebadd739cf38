import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '../ui/class-names.ts';
import { CookieField } from './cookie-field.tsx';

interface AdvancedOptionsProps {
  cookie: string;
  onCookie: (cookie: string) => void;
}

/** Folded away: the buyer's own cookie, with which the server prices his pass. */
export function AdvancedOptions({ cookie, onCookie }: AdvancedOptionsProps) {
  const id = useId();
  const [open, setOpen] = useState(cookie !== '');
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
        Advanced Options
      </button>
      <div id={id} hidden={!open}>
        <CookieField
          cookie={cookie}
          onCookie={onCookie}
          hint="Sets your gamepass's price automatically. Encrypted, used for this order only, and never shared."
        />
      </div>
    </div>
  );
}
