import { t } from '@sterling/contract/texts.ts';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorBoundary } from './missing-content.tsx';
import { Overlay } from './overlay.tsx';

interface SideSheetProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/**
 * Slides in from the right with the details of an item, such as an order. It fills the screen of a phone. It is
 * mounted while it is open (`Overlays`).
 */
export function SideSheet({ onClose, title, description, children }: SideSheetProps) {
  return (
    <Overlay look="sheet" open onOpenChange={onClose} isDescribed={Boolean(description)}>
      <header className="flex items-start justify-between gap-4 border-line border-b px-5 py-4">
        <div className="flex min-w-0 flex-col gap-0.5">
          <Radix.Title className="font-semibold text-1 text-base">{title}</Radix.Title>
          {description && (
            <Radix.Description className="text-balance text-3">{description}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <Button variant="ghost" size="icon-sm" aria-label={t('Close')} className="-mr-2">
            <X aria-hidden className="size-4" />
          </Button>
        </Radix.Close>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-5 max-sm:in-[body:has([data-variant])]:pb-32">
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </Overlay>
  );
}
