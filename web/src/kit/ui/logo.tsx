import { useId } from 'react';
import { cn } from './class-names.ts';

/** The logo: a coin with a ridged rim and an S cut from its face. Keep it equal to web/favicon.svg. */
export function Mark({ className }: { className?: string }) {
  const cut = useId();
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={cn('size-8 shrink-0', className)}>
      <mask id={cut}>
        <rect width="64" height="64" fill="white" />
        <path
          d="M43 24.5C42 18.5 37.5 15.5 32 15.5c-6 0-10.5 3.2-10.5 8.2 0 11.2 21 5.6 21 16.6 0 5-4.5 8.2-10.5 8.2-5.5 0-10-3-11-9"
          fill="none"
          stroke="black"
          strokeWidth="5.5"
        />
      </mask>
      <circle
        cx="32"
        cy="32"
        r="29.5"
        fill="none"
        strokeWidth="4"
        strokeDasharray="3.089 1.545"
        className="stroke-mark-edge"
      />
      <circle cx="32" cy="32" r="25" mask={`url(#${cut})`} className="fill-silver" />
    </svg>
  );
}

/** The logo with the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5 text-silver', className)}>
      <Mark />
      <span className="font-semibold text-xl tracking-[-0.02em]">Sterling</span>
    </span>
  );
}
