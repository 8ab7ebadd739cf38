import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { explain, isRefused } from '../data/call.ts';
import { OwnBalance } from '../features/reserves/own-balance.tsx';
import { ReserveFigures, reservesQuery, SignedAddresses, TreeCard } from '../features/reserves/reserves.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { formatMoment } from '../kit/format/format-time.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card } from '../kit/ui/card.tsx';
import { Wordmark } from '../kit/ui/logo.tsx';
import { ErrorState } from '../kit/ui/missing-content.tsx';
import { GateCard, PageHeader } from '../kit/ui/section-header.tsx';

/** What Sterling owes and holds at a block. It works without signing in, and exists only while the owner publishes it. */
export default function ReservesPage() {
  const { data, error, refetch } = useQuery(reservesQuery);
  const name = <title>{t('Proof of reserves · Sterling')}</title>;
  if (isRefused(error, 'reserves_not_published'))
    return (
      <GateCard title={t('Proof of reserves')} text={explain(error)}>
        {name}
        <Button asChild variant="secondary">
          <Link href="/">{t('Back to Sterling')}</Link>
        </Button>
      </GateCard>
    );
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col gap-6 p-4 sm:p-5">
      {name}
      <header className="flex h-14 items-center">
        <Link href="/" aria-label="Sterling">
          <Wordmark />
        </Link>
      </header>
      <main className="flex flex-col gap-4 md:gap-6" aria-busy={(!data && !error) || undefined}>
        <PageHeader
          title={t('Proof of reserves')}
          subtitle={
            data
              ? t('At block {height}, {at}', {
                  height: formatWhole(data.block.height),
                  at: formatMoment(data.at),
                })
              : t('What Sterling owes, and the coins that it holds')
          }
        />
        {error && !data ? (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        ) : (
          <>
            <ReserveFigures reserves={data} />
            {data && (
              <>
                <OwnBalance />
                <SignedAddresses addresses={data.addresses} />
                <TreeCard reserves={data} />
              </>
            )}
          </>
        )}
      </main>
    </div>
  );
}
