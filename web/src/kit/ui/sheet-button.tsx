import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Overlays } from './overlays.tsx';

interface SheetButtonProps {
  icon: LucideIcon;
  label: string;
  /** The sheet, which calls `close` to close. */
  sheet: (close: () => void) => ReactNode;
  className?: string;
}

/** A button that opens a sheet. The code of a lazy sheet loads on the first press. */
export function SheetButton({ icon: Icon, label, sheet, className }: SheetButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)} className={className}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
      <Overlays>{isOpen && sheet(() => setIsOpen(false))}</Overlays>
    </>
  );
}
