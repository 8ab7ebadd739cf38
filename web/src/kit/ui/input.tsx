import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

const FRAME =
  'h-11 w-full text-ellipsis rounded-lg border border-field bg-input px-3 text-base text-1 transition-colors enabled:read-only:border-line enabled:read-only:bg-surface-2 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-bad';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(FRAME, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={cn(FRAME, 'h-auto min-h-28 py-2.5', className)} />;
}

interface AffixedInputProps extends ComponentProps<'input'> {
  before?: ReactNode;
  after?: ReactNode;
}

/** An input with a unit or button before or after the text. */
export function AffixedInput({ before, after, className, ...rest }: AffixedInputProps) {
  return (
    <div className="relative flex items-center">
      {before && (
        <span aria-hidden className="pointer-events-none absolute left-3 text-3 [&_svg]:size-4">
          {before}
        </span>
      )}
      <Input {...rest} className={cn(before && 'pl-9', after && 'pr-14', className)} />
      {after && <span className="absolute right-3 text-3 text-sm">{after}</span>}
    </div>
  );
}
