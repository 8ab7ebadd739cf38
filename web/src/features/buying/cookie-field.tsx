import { Field } from '../../kit/ui/field.tsx';
import { Input } from '../../kit/ui/input.tsx';

interface CookieFieldProps {
  cookie: string;
  onCookie: (cookie: string) => void;
  hint: string;
}

/** The buyer's cookie, which lets the server set the price of their gamepass. */
export function CookieField({ cookie, onCookie, hint }: CookieFieldProps) {
  return (
    <Field label="Your Roblox cookie (optional)" hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder=".ROBLOSECURITY"
          value={cookie}
          onChange={({ target }) => onCookie(target.value)}
        />
      )}
    </Field>
  );
}
