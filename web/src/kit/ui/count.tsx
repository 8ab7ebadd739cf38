import { cn } from './class-names.ts';

const MOST = 99;

/** ', 2 waiting' after a name, or nothing for 0. */
export const counted = (count: number, what: string): string => (count > 0 ? `, ${count} ${what}` : '');

/** A small figure beside a name or on an icon. Nothing for 0. The name of the control must include the figure. */
export function Count({ of, className }: { of: number; className?: string }) {
  if (of === 0) return null;
  return (
    <span
      aria-hidden
      className={cn(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-button px-1 font-semibold text-[0.6875rem] text-on-button tabular-nums leading-none',
        className,
      )}
    >
      {of > MOST ? `${MOST}+` : of}
    </span>
  );
}
