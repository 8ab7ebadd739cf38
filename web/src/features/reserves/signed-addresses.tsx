import type { SignedAddress } from '@sterling/contract/reserves.ts';
import { useState } from 'react';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Disclosure } from '../../kit/ui/disclosure.tsx';
import { Ltc } from '../../kit/ui/money.tsx';

const SHOWN = 10;

/** Every address that counts as reserves, with a message that only its holder can sign. */
export function SignedAddresses({ addresses }: { addresses: readonly SignedAddress[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? addresses : addresses.slice(0, SHOWN);
  return (
    <Card aria-labelledby="addresses">
      <CardHeader
        id="addresses"
        title="Addresses"
        description="Deposit addresses are never published, because they would show who paid. So deposits that were not swept yet count as liabilities, but not as reserves."
      />
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((address) => (
          <li key={address.address} className="flex flex-col gap-3 px-4 py-4 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 break-all text-1 text-sm">{address.address}</code>
                <CopyButton text={address.address} what="address" />
              </div>
              <div className="flex items-center gap-3">
                <Badge tone={address.wallet === 'cold' ? 'accent' : 'neutral'}>
                  {address.wallet === 'cold' ? 'Cold storage' : 'Hot wallet'}
                </Badge>
                <Ltc amount={address.ltc} className="font-medium text-1" />
              </div>
            </div>
            <Disclosure label="Signed message" onDemand>
              <dl className="flex flex-col gap-2">
                <Text name="Message" text={address.message} />
                <Text name="Signature" text={address.signature} />
              </dl>
            </Disclosure>
          </li>
        ))}
      </ul>
      {addresses.length === 0 && <p className="px-4 py-4 text-3 sm:px-5">No signed address has coins.</p>}
      {shown.length < addresses.length && (
        <div className="border-line border-t px-4 py-3 sm:px-5">
          <Button variant="secondary" size="sm" onClick={() => setShowsAll(true)}>
            Show all {addresses.length} addresses
          </Button>
        </div>
      )}
    </Card>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="flex items-start justify-between gap-2">
        <span className="min-w-0 break-all font-mono text-2 text-xs">{text}</span>
        <CopyButton text={text} what={name.toLowerCase()} className="-mt-2" />
      </dd>
    </div>
  );
}
