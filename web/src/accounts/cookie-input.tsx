import type { ComponentProps } from 'react';
import { Input } from '../ui/input.tsx';

/** A session cookie is a secret: nothing shows, remembers or corrects it. */
export function CookieInput(props: ComponentProps<'input'>) {
  return (
    <Input
      {...props}
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      placeholder=".ROBLOSECURITY"
    />
  );
}
