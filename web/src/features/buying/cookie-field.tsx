import { Field } from '../../kit/ui/field.tsx';
import { Input } from '../../kit/ui/input.tsx';
import { CookieGuide } from '../roblox-accounts/cookie-guide.tsx';

interface CookieFieldProps {
  cookie: string;
  onCookie: (cookie: string) => void;
  hint: string;
}

/** The buyer's cookie, which lets the server set the price of their gamepass. */
export function CookieField({ cookie, onCookie, hint }: CookieFieldProps) {
  return (
    <div className="flex flex-col gap-3">
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
      <CookieGuide use="buying" />
    </div>
  );
}
