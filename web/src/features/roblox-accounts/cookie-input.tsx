import type { ComponentProps } from 'react';
import { Input } from '../../kit/ui/input.tsx';

/** A session cookie is a secret. The browser must not show, store or correct it. */
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
