import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, Lock, MessageCircleQuestionMark, ReceiptText, Scale } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { useUser } from '../session/session.ts';
import { TradePictures } from '../transactions/trade-pictures.tsx';
import { TradeSheet } from '../transactions/trade-sheet-on-demand.tsx';
import { DisputeParties } from './dispute-parties.tsx';
import type { Fact } from './facts.ts';
import { type Choice, type Pending, pendingReview } from './pending.ts';
import { DECISIONS_PAGE_SIZE, openReviewsQuery } from './queries.ts';

const AskDialog = lazy(() => import('./ask-dialog.tsx'));
const DecideDialog = lazy(() => import('./decide-dialog.tsx'));

/** Open decisions, oldest first, because someone's money or goods wait for each of them. */
export function Decisions() {
  const [page, setPage] = useState(1);
  const query = useQuery(openReviewsQuery(page));
  const [deciding, setDeciding] = useState<{ item: Pending; choice: Choice } | null>(null);
  const [asking, setAsking] = useState<Pending | null>(null);
  const [openTrade, setOpenTrade] = useState<string | null>(null);
  const waiting = query.data?.total ?? 0;
  return (
    <Card aria-labelledby="decisions">
      <CardHeader id="decisions" title="Needs a decision" description="Oldest first">
        {waiting > 0 && <Badge tone="warn">{formatWhole(waiting)} waiting</Badge>}
      </CardHeader>
      <PagedRows
        query={query}
        pageSize={DECISIONS_PAGE_SIZE}
        noun="decisions"
        onPage={setPage}
        quiet
        waiting={<SkeletonRows rows={3} className="p-4 sm:p-5" />}
      >
        {(rows) =>
          rows.length > 0 ? (
            <ul className="flex flex-col divide-y divide-line">
              {rows.map(pendingReview).map((item) => (
                <Item
                  key={item.id}
                  item={item}
                  onChoose={(choice) => setDeciding({ item, choice })}
                  onAsk={() => setAsking(item)}
                  onOpenTrade={() => setOpenTrade(item.trade?.id ?? null)}
                />
              ))}
            </ul>
          ) : (
            <p className="flex items-center gap-2 px-4 py-3 text-2 sm:px-5">
              <CircleCheckBig aria-hidden className="size-4 shrink-0 text-good" />
              Nothing to review
            </p>
          )
        }
      </PagedRows>
      <Suspense>
        {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
        {asking?.trade && (
          <AskDialog
            tradeId={asking.trade.id}
            title={asking.about ?? asking.title}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
      <TradeSheet tradeId={openTrade} onClose={() => setOpenTrade(null)} />
    </Card>
  );
}

interface ItemProps {
  item: Pending;
  onChoose: (choice: Choice) => void;
  onAsk: () => void;
  onOpenTrade: () => void;
}

function Item({ item, onChoose, onAsk, onOpenTrade }: ItemProps) {
  return (
    <li className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Scale aria-hidden className="size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <h3 className="truncate font-medium text-1">
              {item.title}
              {item.about && <span className="text-2"> · {item.about}</span>}
            </h3>
            <p className="text-3 text-xs">Waiting since {formatTime(item.since)}</p>
          </div>
        </div>
        <Choices item={item} onChoose={onChoose} />
      </div>
      {item.dispute && <DisputeParties dispute={item.dispute} />}
      <Facts facts={item.facts} />
      {item.trade && <TradePictures trade={item.trade} party="staff" />}
      {item.trade && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onOpenTrade}>
            <ReceiptText aria-hidden className="size-4" />
            Open trade
          </Button>
          <Button variant="secondary" size="sm" onClick={onAsk}>
            <MessageCircleQuestionMark aria-hidden className="size-4" />
            Ask a question
          </Button>
        </div>
      )}
    </li>
  );
}

function Choices({ item, onChoose }: Pick<ItemProps, 'item' | 'onChoose'>) {
  const { isOwner } = useUser();
  if (item.ownersOnly && !isOwner) {
    return (
      <p className="flex items-center gap-1.5 text-3">
        <Lock aria-hidden className="size-4" />
        The owner decides this
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {item.choices.map((choice) => (
        <Button
          key={choice.label}
          variant={choice.danger ? 'danger-quiet' : 'secondary'}
          size="sm"
          onClick={() => onChoose(choice)}
        >
          {choice.label}
        </Button>
      ))}
    </div>
  );
}

/** In characters. Longer texts were written by users and get the full width. */
const A_LINE = 120;

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg bg-surface-0 p-4 sm:grid-cols-3 lg:grid-cols-4">
      {facts.map(({ name, text, wide }) => (
        <div
          key={`${name} ${text}`}
          className={cn('min-w-0', wide && (text.length > A_LINE ? 'col-span-full' : 'col-span-2'))}
        >
          <dt className="text-3 text-xs">{name}</dt>
          <dd className="max-w-prose break-words text-1 tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
