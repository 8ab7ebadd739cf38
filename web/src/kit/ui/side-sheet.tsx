import type { ReactNode } from 'react';
import { ErrorBoundary } from './missing-content.tsx';
import { Overlay, OverlayHeader } from './overlay.tsx';

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
    <Overlay look="sheet" open onClose={onClose} isDescribed={Boolean(description)}>
      <OverlayHeader title={title} description={description} className="border-line border-b py-4" />
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-5 narrow:in-[body:has([data-variant])]:pb-32">
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </Overlay>
  );
}
