import { type Dispute, type DisputeParty, reviews } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, Lock, MessageCircleQuestionMark, ReceiptText, Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { displayName, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { ItemLink } from '../../kit/navigation/open-above.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { lazyNamed } from '../../kit/ui/lazy.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useTableView } from '../../kit/ui/table-view.ts';
import { useUser } from '../sessions/session.tsx';
import { ListingPicture } from '../transactions/listing-picture.tsx';
import { TradePictures } from '../transactions/trade-pictures.tsx';
import { Facts, factsOfParty } from './facts.tsx';
import { type OpenReview, openReview } from './open-reviews.ts';
import { DECISIONS_PAGE_SIZE, openReviewsQuery } from './queries.ts';
import type { ReviewChoice } from './review-choices.ts';

const AskDialog = lazyNamed(async () => (await import('./decision-dialogs.tsx')).AskDialog);
const DecideDialog = lazyNamed(async () => (await import('./decision-dialogs.tsx')).DecideDialog);

/** Open decisions, oldest first, because someone's money or goods wait for each of them. */
export function Decisions() {
  const { view, turnTo } = useTableView(reviews.list, { prefix: 'decisions-' });
  const query = useQuery(openReviewsQuery(view.page));
  const [deciding, setDeciding] = useState<{ item: OpenReview; choice: ReviewChoice } | null>(null);
  const [asking, setAsking] = useState<OpenReview | null>(null);
  const waiting = query.data?.total ?? 0;
  return (
    <Card aria-labelledby="decisions">
      <CardHeader id="decisions" title={t('Needs a decision')} description={t('Oldest first')}>
        {waiting > 0 && (
          <Badge tone="warn">{t('{waiting} waiting', { waiting: formatWhole(waiting) })}</Badge>
        )}
      </CardHeader>
      <PagedRows
        query={query}
        pageSize={DECISIONS_PAGE_SIZE}
        onPage={turnTo}
        quiet
        waiting={<SkeletonRows rows={3} className="p-4 sm:p-5" />}
      >
        {(rows) =>
          rows.length > 0 ? (
            <ul className="flex flex-col divide-y divide-line">
              {rows.map(openReview).map((item) => (
                <Item
                  key={item.id}
                  item={item}
                  onChoose={(choice) => setDeciding({ item, choice })}
                  onAsk={() => setAsking(item)}
                />
              ))}
            </ul>
          ) : (
            <p className="flex items-center gap-2 px-4 py-3 text-2 sm:px-5">
              <CircleCheckBig aria-hidden className="size-4 shrink-0 text-good" />
              {t('Nothing to review')}
            </p>
          )
        }
      </PagedRows>
      <Overlays>
        {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
        {asking?.trade && (
          <AskDialog
            tradeId={asking.trade.id}
            title={asking.about ?? asking.title}
            onClose={() => setAsking(null)}
          />
        )}
      </Overlays>
    </Card>
  );
}

interface ItemProps {
  item: OpenReview;
  onChoose: (choice: ReviewChoice) => void;
  onAsk: () => void;
}

function Item({ item, onChoose, onAsk }: ItemProps) {
  return (
    <li className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Scale aria-hidden className="size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <h3 className="wrap-anywhere font-medium text-1">
              {item.title}
              {item.about && <span className="text-2"> · {item.about}</span>}
            </h3>
            <p className="text-3 text-xs">{t('Waiting since {since}', { since: formatTime(item.since) })}</p>
          </div>
        </div>
        <Choices item={item} onChoose={onChoose} />
      </div>
      {item.dispute && <DisputeParties dispute={item.dispute} />}
      <Facts facts={item.facts} />
      {item.orderId && (
        <div>
          <Button variant="secondary" size="sm" asChild>
            <ItemLink item={{ kind: 'staff-order', id: item.orderId }}>
              <ReceiptText aria-hidden className="size-4" />
              {t('Open order')}
            </ItemLink>
          </Button>
        </div>
      )}
      {item.trade && (
        <ListingPicture
          listing={{ id: item.trade.listingId, pictureId: item.trade.listing.pictureId }}
          small
          className="h-40 max-w-80"
        />
      )}
      {item.trade && <TradePictures trade={item.trade} party="staff" />}
      {item.trade && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" asChild>
            <ItemLink item={{ kind: 'trade', id: item.trade.id }}>
              <ReceiptText aria-hidden className="size-4" />
              {t('Open trade')}
            </ItemLink>
          </Button>
          <Button variant="secondary" size="sm" onClick={onAsk}>
            <MessageCircleQuestionMark aria-hidden className="size-4" />
            {t('Ask a question')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Choices({ item, onChoose }: Pick<ItemProps, 'item' | 'onChoose'>) {
  const { id, username, isOwner } = useUser();
  if (item.ownersOnly && !isOwner) return <Locked>{t('The owner decides this')}</Locked>;
  if (item.parties.includes(id) || item.parties.includes(username))
    return <Locked>{t('You have a part in this. Another member of the staff has to decide.')}</Locked>;
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      {item.choices.map((choice) => (
        <Button
          key={choice.label}
          variant={choice.danger ? 'danger-quiet' : 'secondary'}
          size="sm"
          wraps
          className="min-w-0 wrap-anywhere"
          onClick={() => onChoose(choice)}
        >
          {choice.label}
        </Button>
      ))}
    </div>
  );
}

function Locked({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-1.5 text-3">
      <Lock aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}

/** Both parties of a disputed trade, side by side, with their records. */
function DisputeParties({ dispute }: { dispute: Dispute }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Party side="buyer" party={dispute.buyer} />
      <Party side="seller" party={dispute.seller} />
    </div>
  );
}

const SIDES = { buyer: t('Buyer'), seller: t('Seller') } as const;

function Party({ side, party }: { side: keyof typeof SIDES; party: DisputeParty }) {
  const name = displayName(party.username);
  return (
    <section aria-label={`${SIDES[side]} ${name}`} className="min-w-0 rounded-lg border border-line p-4">
      <p className="wrap-anywhere font-medium text-1">
        <span className="text-3">{SIDES[side]} · </span>
        {name}
      </p>
      <dl className="mt-2 flex flex-col gap-1">
        {factsOfParty(party, side).map((fact) => (
          <div key={fact.name} className="flex large-text:flex-wrap justify-between gap-x-4">
            <dt className="text-3">{fact.name}</dt>
            <dd className="text-1 tabular-nums">{fact.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Loads its children immediately but hides them until the number of decisions is known, for two seconds at
 * most, so that nothing moves.
 */
export function AwaitDecisions({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(openReviewsQuery(1));
  return <div className={isPending ? 'contents animate-hidden-at-first' : 'contents'}>{children}</div>;
}
