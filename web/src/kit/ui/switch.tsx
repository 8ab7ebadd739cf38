import * as Radix from 'radix-ui/switch';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...rest}
      className={cn(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-field bg-surface-2 px-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-button data-[state=checked]:bg-button',
        className,
      )}
    >
      <Radix.Thumb className="block size-4 rounded-full bg-field transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-button" />
    </Radix.Root>
  );
}
