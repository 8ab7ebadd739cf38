import type { ComponentProps } from 'react';
import { InputField } from '../../kit/ui/input-field.tsx';

/** A session cookie is a secret. The browser must not show, store or correct it. */
export function CookieField(props: ComponentProps<typeof InputField>) {
  return (
    <InputField
      {...props}
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      placeholder=".ROBLOSECURITY"
    />
  );
}
