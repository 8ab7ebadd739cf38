import {
  type Affiliate,
  type AffiliateShare,
  affiliate,
  REFERRAL_DAYS,
  type ReferredPerson,
} from '@sterling/contract/affiliate.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatShare } from '../../kit/format/format.ts';
import { formatDay, formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Field, Input } from '../../kit/ui/field.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { useTableView } from '../../kit/ui/table-view.ts';
import { nameOf, PEOPLE_PAGE_SIZE, peopleQuery, SHARES_PAGE_SIZE, sharesQuery } from './queries.ts';

/** The referral link and a three-step explanation. */
export function LinkCard({ affiliate }: { affiliate: Affiliate | undefined }) {
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

const personColumn = columnsOf<ReferredPerson>();
const personColumns = personColumn.columns([
  personColumn.accessor(nameOf, {
    id: 'person',
    header: t('Person'),
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'title' },
  }),
  personColumn.accessor('joinedAt', {
    header: t('Joined'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  personColumn.accessor('until', {
    header: t('Earns until'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  personColumn.accessor('earned', {
    header: t('Earned'),
    enableSorting: false,
    cell: ({ getValue }) => <Usd cents={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** The people who used the link, newest first. */
export function PeopleCard({ className }: { className?: string }) {
  const list = useTableView(affiliate.people, { prefix: 'people-' });
  return (
    <ServerTable
      title={t('People')}
      label={t('People you referred')}
      noun={t('people')}
      list={list}
      query={useQuery(peopleQuery(list.view.page))}
      pageSize={PEOPLE_PAGE_SIZE}
      quiet
      columns={personColumns}
      nothing={NO_PEOPLE}
      className={className}
    />
  );
}

const NO_PEOPLE = {
  icon: UserPlus,
  title: t('No referrals yet'),
  children: t('Copy the link above and share it.'),
};

const SOURCES: Record<AffiliateShare['source'], string> = {
  marketplace: t('Marketplace fee'),
  withdrawal: t('Withdrawal fee'),
};

const shareColumn = columnsOf<AffiliateShare>();
const shareColumns = shareColumn.columns([
  shareColumn.accessor('at', {
    header: t('Date'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
  shareColumn.accessor('source', {
    header: t('From'),
    enableSorting: false,
    cell: ({ getValue }) => SOURCES[getValue()],
    meta: { card: 'title' },
  }),
  shareColumn.accessor(nameOf, {
    id: 'person',
    header: t('Person'),
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'fine' },
  }),
  shareColumn.accessor('fee', {
    header: t('Fee'),
    enableSorting: false,
    cell: ({ row }) => (
      <span className="whitespace-nowrap max-sm:text-2">
        {rich('{percent} of {usd}', {
          percent: formatShare(row.original.percent),
          usd: <Usd cents={row.original.fee} />,
        })}
      </span>
    ),
    meta: { align: 'right', card: 'below' },
  }),
  shareColumn.accessor('amount', {
    header: t('Your share'),
    enableSorting: false,
    cell: ({ getValue }) => <Usd cents={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** All booked shares, newest first. */
export function SharesCard({ className }: { className?: string }) {
  const list = useTableView(affiliate.postings, { prefix: 'shares-' });
  return (
    <ServerTable
      title={t('Shares')}
      label={t('Shares of fees')}
      noun={t('shares')}
      list={list}
      query={useQuery(sharesQuery(list.view.page))}
      pageSize={SHARES_PAGE_SIZE}
      quiet
      columns={shareColumns}
      nothing={NO_SHARES}
      className={className}
    />
  );
}

const NO_SHARES = {
  icon: HandCoins,
  title: t('No shares yet'),
  children: t("Your share of each referral's fees will appear here."),
};
