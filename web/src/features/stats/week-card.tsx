import { t } from '@sterling/contract/texts.ts';
import { ChartArea, TrendingDown, TrendingUp } from 'lucide-react';
import { type CSSProperties, type ReactElement, type ReactNode, Suspense } from 'react';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { changeText } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';

interface WeekCardProps {
  title: string;
  /** Monday first. Undefined while loading. */
  points: readonly Point[] | undefined;
  /** Percent against last week. */
  change: number | undefined;
  heightPx: number;
  emptyHeightPx: number;
  emptyTitle: string;
  /** Replaces the empty state, such as the first steps of a new user. */
  empty?: ReactNode;
  /** What the points count. Column name of the table for screen readers. */
  what: string;
  formatAxis: (value: number) => string;
  className?: string;
}

/** The current week as a live area chart, with last week behind it. Empty if neither has a figure. */
export function WeekCard(props: WeekCardProps) {
  const { title, points, change, heightPx, emptyHeightPx, what, formatAxis, className } = props;
  const isEmpty = points?.every(({ value, earlier }) => !value && !earlier);
  return (
    <Card className={className}>
      <CardHeader title={title}>
        <ChangeBadge
          percent={change ?? 0}
          // on a phone its text would wrap the header when it arrives, and move the page
          against={<span className="max-sm:sr-only">{t('vs last week')}</span>}
          isNeutral
        />
        <Badge tone="good">{t('Live')}</Badge>
      </CardHeader>
      <CardBody className="pr-3 pl-2 sm:pr-4">
        {isEmpty ? (
          // On wide screens the card keeps the height of its row, so that nothing moves.
          <div
            style={{ '--row': `${heightPx}px` } as CSSProperties}
            className="grid grid-cols-1 items-center lg:min-h-(--row)"
          >
            <div style={{ minHeight: emptyHeightPx }} className="grid grid-cols-1 place-items-center">
              <Suspense>{props.empty || <EmptyState icon={ChartArea} title={props.emptyTitle} />}</Suspense>
            </div>
          </div>
        ) : (
          <ChartFigure
            kind="area"
            title={title}
            what={what}
            points={points}
            heightPx={heightPx}
            formatAxis={formatAxis}
          />
        )}
        <Legend hasLastWeek={points?.some(({ earlier }) => earlier !== undefined) ?? false} />
      </CardBody>
    </Card>
  );
}

/** Names the dashed line. Reserves its place, so that nothing moves when the chart appears. */
function Legend({ hasLastWeek }: { hasLastWeek: boolean }) {
  return (
    <p aria-hidden className="flex min-h-4 items-center justify-center gap-2 text-3 text-xs">
      {hasLastWeek && (
        <>
          <span className="w-5 border-field border-t border-dashed" />
          {t('Last week')}
        </>
      )}
    </p>
  );
}

interface ChangeBadgeProps {
  percent: number;
  /** Such as 'vs last week'. */
  against: ReactElement;
  /** The change is neither good nor bad: that of a period which is not over, or of a market rate. */
  isNeutral?: boolean;
}

/** A change against an earlier period. Renders nothing without a change. */
export function ChangeBadge({ percent, against, isNeutral = false }: ChangeBadgeProps) {
  const text = changeText(percent);
  if (text === null) return null;
  const Icon = percent > 0 ? TrendingUp : TrendingDown;
  return (
    <Badge tone={isNeutral ? 'neutral' : percent > 0 ? 'good' : 'bad'} icon={<Icon aria-hidden />}>
      {text}
      {against}
    </Badge>
  );
}
