import { cents, type LtcPrice } from '@sterling/contract/money.ts';
import { type Reserves, reserves, type SignedAddress } from '@sterling/contract/reserves.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { formatLtc, formatPrice, formatRatio, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { Disclosure, ShowAllButton } from '../../kit/ui/disclosure.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';

/** The published proof of reserves. */
export const reservesQuery = queryOptions({
  queryKey: ['reserves', 'page'],
  queryFn: ({ signal }) => call(reserves.read, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Reserves against liabilities. */
export function ReserveFigures({ reserves }: { reserves: Reserves | undefined }) {
  return (
    <StatRow count={3}>
      <StatCard
        label={t('Reserves')}
        longNote
        value={reserves && (reserves.reservesUsd === null ? '–' : <Usd cents={reserves.reservesUsd} />)}
        note={reserves && priced(formatLtc(reserves.reservesLtc), reserves.priceUsd)}
      />
      <StatCard
        label={t('Liabilities')}
        longNote
        value={reserves && <Usd cents={reserves.liabilitiesUsd} />}
        note={t('All balances, including held money')}
      />
      <StatCard
        label={t('Covered')}
        className="max-sm:col-span-full"
        value={reserves && (reserves.ratioPercent === null ? '–' : formatRatio(reserves.ratioPercent))}
        note={
          reserves?.liabilitiesUsd === 0
            ? t('Sterling owes nothing')
            : t('Reserves compared with liabilities')
        }
      />
    </StatRow>
  );
}

const priced = (ltc: string, price: LtcPrice | null): string =>
  price === null
    ? t('{ltc}, without a price', { ltc })
    : t('{ltc} at {price}', { ltc, price: formatPrice(price) });

/** The root of the tree over all balances, and those of earlier snapshots. */
export function TreeCard({ reserves: { tree, block, everyHours, earlier } }: { reserves: Reserves }) {
  return (
    <Card aria-labelledby="tree">
      <CardHeader
        id="tree"
        title={t('Tree of balances')}
        description={plural(
          everyHours,
          'The root commits to every balance and to their sum. Sterling makes a new tree every hour.',
          'The root commits to every balance and to their sum. Sterling makes a new tree every {everyHours} hours.',
          { everyHours },
        )}
      />
      <CardBody className="flex flex-col gap-3 py-1 sm:py-1">
        <dl className="divide-y divide-line">
          <Detail name={t('Root')}>
            <code className="text-balance break-all text-sm">{tree.hash}</code>
            <CopyButton text={tree.hash} what={t('root')} />
          </Detail>
          <Detail name={t('Sum')}>{formatUsd(cents(tree.cents))}</Detail>
          <Detail name={t('Block')}>{formatWhole(block.height)}</Detail>
          <Detail name={t('Block hash')}>
            <code className="text-balance break-all text-sm">{block.hash}</code>
            <CopyButton text={block.hash} what={t('block hash')} />
          </Detail>
        </dl>
        {earlier.length > 0 && (
          <Disclosure label={t('Earlier snapshots ({count})', { count: earlier.length })} onDemand>
            <ul className="flex flex-col divide-y divide-line">
              {earlier.map(({ snapshotId, at, block: then, tree: old }) => (
                <li key={snapshotId} className="flex flex-col gap-0.5 py-2">
                  <span className="text-2">
                    {t('{at} · block {height} · {sum}', {
                      at: formatTime(at),
                      height: formatWhole(then.height),
                      sum: formatUsd(cents(old.cents)),
                    })}
                  </span>
                  <code className="break-all text-3 text-xs">{old.hash}</code>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </CardBody>
    </Card>
  );
}

const SHOWN = 10;

/** Every address that counts as reserves, with a message that only its holder can sign. */
export function SignedAddresses({ addresses }: { addresses: readonly SignedAddress[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? addresses : addresses.slice(0, SHOWN);
  return (
    <Card aria-labelledby="addresses">
      <CardHeader
        id="addresses"
        title={t('Addresses')}
        description={t(
          'Deposit addresses are never published, because they would show who paid. So deposits that were not swept yet count as liabilities, but not as reserves.',
        )}
      />
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((address) => (
          <li key={address.address} className="flex flex-col gap-3 px-4 py-4 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 text-balance break-all text-1 text-sm">{address.address}</code>
                <CopyButton text={address.address} what={t('address')} />
              </div>
              <div className="flex large-text:flex-wrap items-center gap-x-3">
                <Badge tone={address.wallet === 'cold' ? 'accent' : 'neutral'}>
                  {address.wallet === 'cold' ? t('Cold storage') : t('Hot wallet')}
                </Badge>
                <Ltc litoshi={address.ltc} className="font-medium text-1 sm:min-w-32 sm:text-right" />
              </div>
            </div>
            <Disclosure label={t('Signed message')} onDemand>
              <dl className="flex flex-col gap-2">
                <Text name={t('Message')} what={t('message')} text={address.message} />
                <Text name={t('Signature')} what={t('signature')} text={address.signature} />
              </dl>
            </Disclosure>
          </li>
        ))}
      </ul>
      {addresses.length === 0 && (
        <p className="px-4 py-4 text-3 sm:px-5">{t('No signed address has coins.')}</p>
      )}
      {addresses.length > SHOWN && (
        <div className="border-line border-t px-4 py-3 sm:px-5">
          <ShowAllButton all={showsAll} onChange={setShowsAll}>
            {t('Show all {count} addresses', { count: addresses.length })}
          </ShowAllButton>
        </div>
      )}
    </Card>
  );
}

function Text({ name, what, text }: { name: string; what: string; text: string }) {
  return (
    <div>
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="flex items-start justify-between gap-2">
        <span className="min-w-0 break-all font-mono text-2 text-xs">{text}</span>
        <CopyButton text={text} what={what} className="-mt-2" />
      </dd>
    </div>
  );
}
