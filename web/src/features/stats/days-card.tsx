import { ChartArea } from 'lucide-react';
import type { ChartKind } from '../../kit/charts/chart.tsx';
import { ChartFigure } from '../../kit/charts/chart-figure.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';

const HEIGHT_PX = 280;

interface DaysCardProps {
  title: string;
  description: string;
  kind: ChartKind;
  what: string;
  /** Undefined while loading. */
  points: readonly Point[] | undefined;
  emptyTitle: string;
  formatAxis: (value: number) => string;
  /** The axis starts near the lowest point instead of at zero. */
  close?: boolean;
}

/** A chart over several days. Shows a text if there is no data. */
export function DaysCard({ description, emptyTitle, ...chart }: DaysCardProps) {
  const isEmpty = chart.points?.every(({ value }) => !value);
  return (
    <Card>
      <CardHeader title={chart.title} description={description} />
      <CardBody className="pr-3 pl-2 sm:pr-4">
        {isEmpty ? (
          <div style={{ height: HEIGHT_PX }} className="grid place-items-center">
            <EmptyState icon={ChartArea} title={emptyTitle} />
          </div>
        ) : (
          <ChartFigure heightPx={HEIGHT_PX} {...chart} />
        )}
      </CardBody>
    </Card>
  );
}
