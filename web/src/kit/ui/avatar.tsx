import * as Radix from 'radix-ui/avatar';
import { initialsOf } from '../format/format.ts';
import { cn } from './class-names.ts';

interface AvatarProps {
  username: string;
  src: string | null | undefined;
  className?: string;
}

/**
 * A picture or the first two letters of the name. Hidden from screen readers, because the name stands beside
 * it.
 */
export function Avatar({ username, src, className }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden
      className={cn(
        'inline-grid size-8 shrink-0 place-items-center overflow-hidden text-sm rounded-full border border-line bg-surface-2 align-middle',
        className,
      )}
    >
      {src && (
        <Radix.Image src={src} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
      )}
      <Radix.Fallback className="font-semibold text-2 text-[0.8125em]">{initialsOf(username)}</Radix.Fallback>
    </Radix.Root>
  );
}
