import type { Cents } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { type Treasury as TreasuryState, treasury } from '@sterling/contract/treasury.ts';
import { useQuery } from '@tanstack/react-query';
import { BrushCleaning, CircleDollarSign } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { useOnce } from '../../data/use-once.ts';
import { formatLtc, formatPrice, formatRatio, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { treasuryQuery } from './queries.ts';
import { TreasuryWarnings } from './treasury-warnings.tsx';
import { formatAge } from './words.ts';

const PriceDialog = lazy(() => import('./price-dialog.tsx'));

/** Coins held against dollars owed, the cost of a price change, and the age of the data behind these figures. */
export function Treasury() {
  const { data, error, refetch } = useQuery(treasuryQuery);
  const sweep = useSweep(data?.sweep?.txid);
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
          <TreasuryWarnings treasury={data} />
          <div className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
            <Balance treasury={data} />
            <Reserves treasury={data} />
            <Health treasury={data} />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-4 sm:p-5" />
      )}
      <Overlays>{pricing && <PriceDialog price={data?.price} onClose={() => setPricing(false)} />}</Overlays>
    </Card>
  );
}

/** Moves settled deposits to the hot wallet. If a sweep is already `running`, the server returns that sweep. */
function useSweep(running: string | null | undefined) {
  return useOnce(treasury.sweep, {
    input: () => ({}),
    changes: ['admin'],
    failed: t('Sweep Failed'),
    onDone: ({ message, txid }) =>
      toast({
        title: txid
          ? txid === running
            ? t('A sweep is already on its way')
            : t('Sweep started')
          : t('Nothing to sweep'),
        description: message,
        variant: txid && txid !== running ? 'default' : 'info',
      }),
  });
}

function Balance({ treasury }: { treasury: TreasuryState }) {
  const { reserves, liabilitiesUsd, ratioPercent, exposureUsd } = treasury;
  return (
    <Column
      title={t('Balance')}
      note={t('Uncredited deposits cover nothing. The exposure moves with the LTC price.')}
    >
      <Figure name={t('Reserves')}>
        {reserves.totalUsd === null ? <None why={t('no price')} /> : <Usd cents={reserves.totalUsd} />}
      </Figure>
      <Figure name={t('Liabilities')}>
        <Usd cents={liabilitiesUsd} />
      </Figure>
      <Figure name={t('Ratio')}>
        <Ratio percent={ratioPercent} owed={liabilitiesUsd} />
      </Figure>
      <Figure name={t('LTC price exposure')}>
        {exposureUsd === null ? <None why={t('no price')} /> : <Usd cents={exposureUsd} />}
      </Figure>
    </Column>
  );
}

function Ratio({ percent, owed }: { percent: number | null; owed: Cents }) {
  if (percent === null) return <None why={owed === 0 ? t('nothing owed') : t('no price')} />;
  return (
    <Badge tone={percent >= 100 ? 'good' : 'bad'}>
      {t('{percent} covered', { percent: formatRatio(percent) })}
    </Badge>
  );
}

/** A sweep stands below the total. Until it is mined, its coins count at the deposit addresses. */
function Reserves({ treasury: { reserves, hotAddress, coldAddress, sweep } }: { treasury: TreasuryState }) {
  return (
    <Column title={t('Reserves by location')}>
      <Figure name={t('Hot wallet')} aside={<CopyButton text={hotAddress} what={t('hot wallet address')} />}>
        <Ltc litoshi={reserves.hotLtc} />
      </Figure>
      <Figure name={t('Deposit addresses')}>
        <Ltc litoshi={reserves.depositsLtc} />
      </Figure>
      <Figure
        name={t('Cold storage')}
        aside={coldAddress && <CopyButton text={coldAddress} what={t('cold storage address')} />}
      >
        {reserves.coldLtc === null ? <None why={t('None configured')} /> : <Ltc litoshi={reserves.coldLtc} />}
      </Figure>
      <Figure name={t('Total')}>
        <Ltc litoshi={reserves.totalLtc} />
      </Figure>
      {sweep && <Figure name={t('Sweep in progress')}>{formatLtc(sweep.ltcAmount)}</Figure>}
    </Column>
  );
}

function Health({
  treasury: { reserves, price, tip, proof, coins, guards, signer },
}: {
  treasury: TreasuryState;
}) {
  return (
    <Column title={t('Health')}>
      <Figure
        name={
          price.manual
            ? t('LTC price, by hand until {time}', { time: formatTime(price.manual.until) })
            : t('LTC price')
        }
      >
        {price.usd === null ? (
          <None why={t('none that is fresh')} />
        ) : (
          <WithAge age={price.ageSeconds}>{formatPrice(price.usd)}</WithAge>
        )}
      </Figure>
      <Figure name={t('Last block')}>
        {tip.height === null ? (
          <None why={t('none seen')} />
        ) : (
          <WithAge age={tip.ageSeconds}>{formatWhole(tip.height)}</WithAge>
        )}
      </Figure>
      <Figure name={t('Signer')}>
        {signer.lookedAt === null ? (
          <None why={t('not yet')} />
        ) : (
          <WithAge age={signer.ageSeconds}>
            {signer.troubles.length === 0 ? t('Healthy') : t('Failing')}
          </WithAge>
        )}
      </Figure>
      {/* A limit above the total reserve has no effect, so it is not shown. */}
      {signer.leftLtc !== null && signer.leftLtc < reserves.totalLtc && (
        <Figure name={t('Signing limit left, 24 hours')}>
          <Ltc litoshi={signer.leftLtc} />
        </Figure>
      )}
      <Checks proof={proof} coins={coins} />
      <Figure name={t('Chain safeguards')}>{guards.enabled ? t('On') : t('Off')}</Figure>
    </Column>
  );
}

/** When the ledger was last proved, and when the coins were last counted. */
function Checks({ proof, coins }: Pick<TreasuryState, 'proof' | 'coins'>) {
  return (
    <>
      <Figure name={t('Ledger check')}>
        {proof ? (
          <WithAge age={proof.ageSeconds}>
            {proof.differences === 0
              ? t('Balanced')
              : plural(proof.differences, '{differences} difference', '{differences} differences', {
                  differences: proof.differences,
                })}
          </WithAge>
        ) : (
          <None why={t('not yet')} />
        )}
      </Figure>
      <Figure name={t('On-chain check')}>
        {coins ? (
          <WithAge age={coins.ageSeconds}>
            {coins.differences === 0
              ? t('Matches')
              : plural(coins.differences, '{differences} differs', '{differences} differ', {
                  differences: coins.differences,
                })}
          </WithAge>
        ) : (
          <None why={t('not yet')} />
        )}
      </Figure>
    </>
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

function Figure({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
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
