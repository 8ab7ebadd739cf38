import type { Dispute, DisputeParty } from '@sterling/contract/reviews.ts';
import { displayName } from '../../kit/format/format.ts';
import { factsOfParty } from './facts.ts';

/** Both parties of a disputed trade, side by side, with their records. */
export function DisputeParties({ dispute }: { dispute: Dispute }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Party side="buyer" party={dispute.buyer} />
      <Party side="seller" party={dispute.seller} />
    </div>
  );
}

const SIDES = { buyer: 'Buyer', seller: 'Seller' } as const;

function Party({ side, party }: { side: keyof typeof SIDES; party: DisputeParty }) {
  const name = displayName(party.username);
  return (
    <section aria-label={`${SIDES[side]} ${name}`} className="min-w-0 rounded-lg border border-line p-4">
      <p className="truncate font-medium text-1">
        <span className="text-3">{SIDES[side]} · </span>
        {name}
      </p>
      <dl className="mt-2 flex flex-col gap-1">
        {factsOfParty(party, side).map((fact) => (
          <div key={fact.name} className="flex justify-between gap-4">
            <dt className="text-3">{fact.name}</dt>
            <dd className="text-1 tabular-nums">{fact.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
