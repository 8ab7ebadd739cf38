import type { BusinessRange, Growth } from '@sterling/contract/business.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { formatPercent, formatWhole } from '../../kit/format/format.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { Table } from '../../kit/ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { growthQuery, joinedName, percentOf, periodName, stepsOf } from './business.ts';

/** How far the users come who joined in the range. */
export function Funnel({ range }: { range: BusinessRange }) {
  const { data, error, refetch } = useQuery(growthQuery(range));
  return (
    <Card aria-labelledby="funnel">
      <CardHeader id="funnel" title={t('New users')} description={joinedName(range)} />
      {data ? (
        <Table aria-labelledby="funnel" className="w-full text-sm tabular-nums">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Step')}</th>
              <th scope="col">{t('Users')}</th>
              <th scope="col">{t('Of those who joined')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {stepsOf(data.funnel).map(({ name, people, percent }) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="large-text:wrap-anywhere h-13 px-4 large-text:px-2 text-left font-normal text-2 sm:px-5"
                >
                  {name}
                  <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-surface-2">
                    <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
                  </span>
                </th>
                <td className="w-16 px-2 text-right font-medium text-1">{formatWhole(people)}</td>
                <td className="w-20 px-4 large-text:px-2 text-right text-3 sm:px-5">
                  {formatPercent(percent, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}

/** The share of each month's new users who ordered in that month and in later ones. */
export function Cohorts() {
  // The cohorts are those of the last twelve months in every range.
  const { data, error, refetch } = useQuery(growthQuery('30d'));
  return (
    <Card aria-labelledby="cohorts">
      <CardHeader
        id="cohorts"
        title={t('Returning buyers')}
        description={t("Share of a month's new users who ordered, by month after joining")}
      />
      {data?.cohorts.length === 0 ? (
        <EmptyState icon={UsersRound} title={t('No new users yet')} />
      ) : data ? (
        <CohortTable cohorts={data.cohorts} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}

function CohortTable({ cohorts }: { cohorts: Growth['cohorts'] }) {
  const months = Math.max(...cohorts.map(({ ordered }) => ordered.length));
  return (
    <section
      aria-label={t('Months after joining')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto px-1.5 py-2 sm:px-2.5"
    >
      <Table
        aria-labelledby="cohorts"
        className="w-full border-separate border-spacing-0.5 text-sm tabular-nums"
      >
        <thead className="text-3 text-xs">
          <tr>
            <th scope="col" className="h-9 whitespace-nowrap px-2 text-left font-medium">
              {t('Joined in')}
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              {t('Users')}
            </th>
            {Array.from({ length: months }, (_, later) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month
              <th key={later} scope="col" className="min-w-16 whitespace-nowrap px-1 text-center font-medium">
                {later === 0 ? t('Same month') : t('Month {later}', { later })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, joined, ordered }) => (
            <tr key={month}>
              <th scope="row" className="h-9 whitespace-nowrap px-2 text-left font-normal text-2">
                {periodName(`${month}-01`, 'month')}
              </th>
              <td className="px-2 text-right text-2">{formatWhole(joined)}</td>
              {ordered.map((people, later) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month
                <Cell key={later} percent={percentOf(people, joined)} people={people} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** At full share, the shade still leaves enough contrast for the number. */
const STRONGEST_SHADE = 0.4;

function Cell({ percent, people }: { percent: number; people: number }) {
  const shade = Math.round(percent * STRONGEST_SHADE);
  return (
    <td
      title={plural(people, '{count} user', '{count} users', { count: formatWhole(people) })}
      style={{ backgroundColor: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` }}
      className="h-9 rounded-md px-1 text-center text-1"
    >
      {formatPercent(percent, 0)}
    </td>
  );
}
