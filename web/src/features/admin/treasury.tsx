import { t } from '@sterling/contract/texts.ts';
import type { Treasury as TreasuryState } from '@sterling/contract/treasury.ts';
import { useQuery } from '@tanstack/react-query';
import { BrushCleaning, CircleDollarSign, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { formatLtc, formatRatio, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { treasuryQuery } from './queries.ts';
import { useSweep } from './use-controls.ts';
import { formatAge } from './words.ts';

const PriceDialog = lazy(() => import('./price-dialog.tsx'));

/**
 * Coins held against dollars owed, the cost of a price change, and the age of the data behind these figures.
 */
export function Treasury() {
  const { data, error, refetch } = useQuery(treasuryQuery);
  const sweep = useSweep();
  const [pricing, setPricing] = useState(false);
  return (
    <Card aria-labelledby="treasury">
      <CardHeader id="treasury" title={t('Treasury')} description={t('Reserves vs. liabilities')}>
        <Button variant="secondary" size="sm" onClick={() => setPricing(true)}>
          <CircleDollarSign aria-hidden className="size-4" />
          {t('Set price')}
        </Button>
        <Button variant="secondary" size="sm" pending={sweep.isPending} onClick={() => sweep.mutate()}>
          <BrushCleaning aria-hidden className="size-4" />
          {t('Manual sweep')}
        </Button>
      </CardHeader>
      {data ? (
        <>
          <Warnings treasury={data} />
          <div className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
            <Balance treasury={data} />
            <Reserves treasury={data} />
            <Ground treasury={data} />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-4 sm:p-5" />
      )}
      <Overlays>
        {pricing && data && <PriceDialog price={data.price} onClose={() => setPricing(false)} />}
      </Overlays>
    </Card>
  );
}

function Warnings({ treasury }: { treasury: TreasuryState }) {
  const { guards, node, price, proof, coins, signer, stops } = treasury;
  const warnings = [
    ...guards.troubles,
    ...stops.map((reason) => t('Payouts are stopped: {reason}. Decide it in the reviews.', { reason })),
    ...node.warnings.map(sentence),
    ...signer.troubles.map(sentence),
    ...(price.held
      ? [
          t('The price of {price} waits to be confirmed: {reason}', {
            price: formatUsd(price.held.price),
            reason: price.held.reason,
          }),
        ]
      : []),
    ...(coins && coins.differences > 0
      ? [
          t('The node counts {countedLtc}, and {bookedLtc} are booked', {
            countedLtc: formatLtc(coins.countedLtc),
            bookedLtc: formatLtc(coins.bookedLtc),
          }),
        ]
      : []),
    ...(proof && proof.differences > 0
      ? [t('The books show {differences} differences', { differences: proof.differences })]
      : []),
  ];
  if (warnings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 border-line border-b bg-warn/12 px-4 py-3 sm:px-5 text-warn">
      {warnings.map((text) => (
        <li key={text} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function Balance({ treasury }: { treasury: TreasuryState }) {
  const { reserves, liabilitiesUsd, ratioPercent, exposureUsd } = treasury;
  return (
    <Column
      title={t('Balance')}
      note={t('The exposure is the reserves less the liabilities. It moves with the LTC price.')}
    >
      <Line name="Reserves">
        {reserves.totalUsd === null ? <None why="no price" /> : <Usd dollars={reserves.totalUsd} />}
      </Line>
      <Line name="Liabilities">
        <Usd dollars={liabilitiesUsd} />
      </Line>
      <Line name="Ratio">
        <Ratio percent={ratioPercent} owed={liabilitiesUsd} />
      </Line>
      <Line name="LTC price exposure">
        {exposureUsd === null ? <None why="no price" /> : <Usd dollars={exposureUsd} />}
      </Line>
    </Column>
  );
}

function Ratio({ percent, owed }: { percent: number | null; owed: number }) {
  if (percent === null) return <None why={owed === 0 ? 'nothing owed' : 'no price'} />;
  return (
    <Badge tone={percent >= 100 ? 'good' : 'bad'}>
      {t('{percent} covered', { percent: formatRatio(percent) })}
    </Badge>
  );
}

function Reserves({ treasury: { reserves, hotAddress, coldAddress, sweep } }: { treasury: TreasuryState }) {
  return (
    <Column title={t('Reserves by location')}>
      <Line name="Hot wallet" aside={<CopyButton text={hotAddress} what="hot wallet address" />}>
        <Ltc amount={reserves.hotLtc} />
      </Line>
      <Line name="Deposit addresses">
        <Ltc amount={reserves.depositsLtc} />
      </Line>
      <Line
        name="Cold storage"
        aside={coldAddress && <CopyButton text={coldAddress} what="cold storage address" />}
      >
        {reserves.coldLtc === null ? <None why="none configured" /> : <Ltc amount={reserves.coldLtc} />}
      </Line>
      <Line name={sweep ? 'Sweep in progress' : 'Total'}>
        {sweep ? formatLtc(sweep.ltcAmount) : <Ltc amount={reserves.totalLtc} />}
      </Line>
    </Column>
  );
}

function Ground({
  treasury: { reserves, price, tip, proof, coins, guards, signer },
}: {
  treasury: TreasuryState;
}) {
  return (
    <Column title={t('Health')}>
      <Line name={price.manual ? 'LTC price, by hand' : 'LTC price'}>
        {price.usd === null ? (
          <None why="none that is fresh" />
        ) : (
          <WithAge age={price.ageSeconds}>{formatUsd(price.usd)}</WithAge>
        )}
      </Line>
      <Line name="Last block">
        {tip.height === null ? (
          <None why="none seen" />
        ) : (
          <WithAge age={tip.ageSeconds}>{formatWhole(tip.height)}</WithAge>
        )}
      </Line>
      <Line name="Signer answered">
        {signer.lookedAt === null ? (
          <None why="not yet" />
        ) : (
          <WithAge age={signer.ageSeconds}>
            {signer.troubles.length === 0 ? t('In order') : t('In trouble')}
          </WithAge>
        )}
      </Line>
      {/* A limit above the total reserve has no effect, so it is not shown. */}
      {signer.leftLtc !== null && signer.leftLtc < reserves.totalLtc && (
        <Line name="Left to sign in 24 hours">
          <Ltc amount={signer.leftLtc} />
        </Line>
      )}
      <Line name="Books proved">
        {proof ? (
          <WithAge age={proof.ageSeconds}>
            {proof.differences === 0
              ? t('No difference')
              : t('{differences} differences', { differences: proof.differences })}
          </WithAge>
        ) : (
          <None why="not yet" />
        )}
      </Line>
      <Line name="Coins counted">
        {coins ? (
          <WithAge age={coins.ageSeconds}>
            {coins.differences === 0
              ? t('No difference')
              : t('{differences} differ', { differences: coins.differences })}
          </WithAge>
        ) : (
          <None why="not yet" />
        )}
      </Line>
      <Line name="Chain guards">{guards.enabled ? t('On') : t('Off')}</Line>
    </Column>
  );
}

function Column({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-1 px-4 py-4 sm:px-5">
      <h3 className="font-medium text-3 text-xs">{title}</h3>
      <dl className="flex flex-col">{children}</dl>
      {note && <p className="text-3 text-xs">{note}</p>}
    </section>
  );
}

function Line({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4">
      <dt className="flex min-w-0 items-center gap-1 text-2">
        {name}
        {aside}
      </dt>
      <dd className="text-right font-medium text-1 tabular-nums">{children}</dd>
    </div>
  );
}

function WithAge({ age, children }: { age: number | null; children: ReactNode }) {
  return (
    <>
      {children}
      {age !== null && <span className="font-normal text-3 text-xs"> · {formatAge(age)}</span>}
    </>
  );
}

const None = ({ why }: { why: string }) => <span className="font-normal text-3">{why}</span>;
