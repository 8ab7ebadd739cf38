import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** Use it once around the app. The first tooltip waits 700 ms, the next one shows immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={700}>{children}</Radix.Provider>;
}

interface TooltipProps {
  content: ReactNode;
  /** The control that the tooltip explains. The control needs its own accessible name. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A text that appears while its child has the pointer or the focus. It must not be the only name of a control. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 rounded-lg bg-surface-2 px-2.5 py-1.5 text-1 text-xs shadow-float data-[state=delayed-open]:animate-fade-in"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
