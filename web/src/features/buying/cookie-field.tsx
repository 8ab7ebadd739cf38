import { CookieField, CookieGuide } from '../roblox-accounts/cookie-field.tsx';

interface CookieFieldProps {
  cookie: string;
  onCookie: (cookie: string) => void;
  hint: string;
}

/** The buyer's cookie, which lets the server set the price of their gamepass. */
export function BuyerCookieField({ cookie, onCookie, hint }: CookieFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <CookieField
        label="Your Roblox cookie (optional)"
        hint={hint}
        value={cookie}
        onChange={({ target }) => onCookie(target.value)}
      />
      <CookieGuide use="buying" />
    </div>
  );
}
