import { type Affiliate, REFERRAL_DAYS } from '@sterling/contract/affiliate.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Percent, UsersRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { affiliateQuery, PeopleCard, SharesCard } from '../features/affiliate/affiliate.tsx';
import { useUser } from '../features/sessions/session.tsx';
import { formatShare, formatWhole } from '../kit/format/format.ts';
import { Card, CardBody, CardHeader, StatCard, StatRow } from '../kit/ui/card.tsx';
import { CopyButton } from '../kit/ui/copy-button.tsx';
import { Field, Input } from '../kit/ui/field.tsx';
import { ErrorState } from '../kit/ui/missing-content.tsx';
import { Usd } from '../kit/ui/money.tsx';
import { Skeleton } from '../kit/ui/spinner.tsx';

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
            plural(data.activePeople, '{count} still earning', '{count} still earning', {
              count: formatWhole(data.activePeople),
            })
          }
        />
        <StatCard
          label={t('Your share')}
          icon={<Percent />}
          value={data && formatShare(data.percent)}
          note={t('Of the fees they pay')}
        />
      </StatRow>
      <div className="grid grid-cols-1 gap-4 md:gap-6 2xl:grid-cols-2">
        <SharesCard />
        <PeopleCard />
      </div>
    </div>
  );
}

/** The referral link and a three-step explanation. */
function LinkCard({ affiliate }: { affiliate: Affiliate | undefined }) {
  return (
    <Card>
      <CardHeader title={t('Invite people, earn a share')} />
      <CardBody className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Field label={t('Your referral link')} hint={t('It contains only your referral code.')}>
          {(control) =>
            affiliate ? (
              <div className="flex gap-2 max-sm:flex-col">
                <Input
                  {...control}
                  readOnly
                  value={affiliate.link}
                  onFocus={({ target }) => target.select()}
                  className="min-w-0 sm:font-mono sm:text-sm"
                />
                <CopyButton text={affiliate.link} what={t('referral link')} withText className="h-11" />
              </div>
            ) : (
              <Skeleton className="h-11 w-full max-sm:h-24" />
            )
          }
        </Field>
        <ol className="flex flex-col gap-3">
          <Step number={1} title={t('Share your link')}>
            {t('Anyone who signs up with it is your referral.')}
          </Step>
          <Step number={2} title={t('They trade')}>
            <Percentage percent={affiliate?.percent} />
          </Step>
          <Step number={3} title={t('Instant payouts')}>
            {t('Your share lands in your seller wallet as soon as the fee is charged.')}
          </Step>
        </ol>
      </CardBody>
    </Card>
  );
}

function Percentage({ percent }: { percent: number | undefined }) {
  const sentence = (share: number) =>
    t('For {referralDays} days you get {share} of the marketplace and withdrawal fees that they pay.', {
      referralDays: REFERRAL_DAYS,
      share: formatShare(share),
    });
  // Invisible until the share is known. It reserves the lines of the final sentence.
  if (percent === undefined) return <span className="invisible">{sentence(10)}</span>;
  if (percent === 0) return t('Payouts are paused. Your referrals still count.');
  return sentence(percent);
}

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line font-medium text-2 text-xs tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium text-1">{title}</p>
        <div className="text-3">{children}</div>
      </div>
    </li>
  );
}
