import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Backdrop } from './backdrop.tsx';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface SideSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Slides in from the right with the details of an item, such as an order. It fills the screen of a phone. */
export function SideSheet({ open, onOpenChange, title, description, children }: SideSheetProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Backdrop open={open} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-md touch-pinch-zoom flex-col bg-surface-1 shadow-float data-[state=closed]:animate-side-out data-[state=open]:animate-side-in"
        >
          <header className="flex items-start justify-between gap-4 border-line border-b px-5 py-4">
            <div className="flex min-w-0 flex-col gap-0.5">
              <Radix.Title className="font-semibold text-1 text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-balance text-3">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mr-2">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-5">
            <ErrorBoundary>{children}</ErrorBoundary>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
