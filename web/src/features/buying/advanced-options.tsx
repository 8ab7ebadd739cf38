import { Disclosure } from '../../kit/ui/disclosure.tsx';
import { BuyerCookieField } from './cookie-field.tsx';

interface AdvancedOptionsProps {
  cookie: string;
  onCookie: (cookie: string) => void;
}

/** Collapsed by default. Holds the buyer's cookie, which lets the server set the price of their gamepass. */
export function AdvancedOptions({ cookie, onCookie }: AdvancedOptionsProps) {
  return (
    <Disclosure label="Advanced Options" initiallyOpen={cookie !== ''}>
      <BuyerCookieField
        cookie={cookie}
        onCookie={onCookie}
        hint="Sets your gamepass's price automatically. Encrypted, used for this order only, and never shared."
      />
    </Disclosure>
  );
}
