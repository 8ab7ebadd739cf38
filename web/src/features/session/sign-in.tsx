import { cn } from '../../kit/ui/class-names.ts';
import { DiscordIcon } from './discord-icon.tsx';

/** The URL of the server's sign-in. `return` is a path of this site to return to. */
export const signInPath = (back?: string): string =>
  back ? `/auth/discord?${new URLSearchParams({ return: back })}` : '/auth/discord';

interface SignInButtonProps {
  label?: string;
  back?: string;
  large?: boolean;
}

/** The only button in Discord's colour. It is a link, because it leaves the app. */
export function SignInButton({ label = 'Continue with Discord', back, large }: SignInButtonProps) {
  return (
    <a
      href={signInPath(back)}
      className={cn(
        'inline-flex select-none items-center justify-center gap-2.5 rounded-lg bg-discord font-semibold text-on-discord transition-colors hover:bg-discord-hover',
        large ? 'h-13 w-full max-w-88 px-8 text-base' : 'h-10 px-4 text-sm',
      )}
    >
      <DiscordIcon className={large ? 'size-6' : 'size-5'} />
      {label}
    </a>
  );
}
