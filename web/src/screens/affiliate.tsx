import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Percent, UsersRound, Wallet } from 'lucide-react';
import { affiliateQuery } from '../features/affiliate/queries.ts';
import { LinkCard, PeopleCard, SharesCard } from '../features/affiliate/referrals.tsx';
import { useUser } from '../features/session/session.tsx';
import { formatShare, formatWhole } from '../kit/format/format.ts';
import { Card, StatCard, StatRow } from '../kit/ui/card.tsx';
import { ErrorState } from '../kit/ui/empty-state.tsx';
import { Usd } from '../kit/ui/money.tsx';

/** The user's referral link, the people who used it, and the earnings. */
export default function AffiliateSection() {
  const { role } = useUser();
  const { data, error, refetch } = useQuery(affiliateQuery);
  if (!data && error) {
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <LinkCard affiliate={data} />
      <StatRow>
        <StatCard
          label={t('Total earned')}
          icon={<Wallet />}
          value={data && <Usd cents={data.totalEarned} />}
          note={
            role === 'buyer' ? t('In your seller wallet. Switch role to see it') : t('In your seller wallet')
          }
        />
        <StatCard
          label={t('This month')}
          icon={<CalendarDays />}
          value={data && <Usd cents={data.earnedThisMonth} />}
          note={t('Since the 1st')}
        />
        <StatCard
          label={t('People referred')}
          icon={<UsersRound />}
          value={data && formatWhole(data.people)}
          note={
            data &&
            data.people > 0 &&
            t('{activePeople} still earning', { activePeople: formatWhole(data.activePeople) })
          }
        />
        <StatCard
          label={t('Your share')}
          icon={<Percent />}
          value={data && formatShare(data.percent)}
          note={t('Of the fees they pay')}
        />
      </StatRow>
      <div className="grid grid-cols-1 gap-4 md:gap-6 xl:grid-cols-5">
        <SharesCard className="xl:col-span-3" />
        <PeopleCard className="xl:col-span-2" />
      </div>
    </div>
  );
}
