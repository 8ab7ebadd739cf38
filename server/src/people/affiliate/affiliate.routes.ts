import { api } from '@sterling/contract/api.ts';
import { ownOrigin } from '../../platform/http/origin.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { affiliatePayouts, readAffiliate, referredPeople } from './affiliate.reads.ts';

export function affiliateRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  return [
    handle(api.affiliate.read, ({ user, query, request }) =>
      readAffiliate(db, user.id, ownOrigin(config, request), query.tz),
    ),
    handle(api.affiliate.people, async ({ user, query, total }) => {
      const { people, total: count } = await referredPeople(db, user.id, query);
      total(count);
      return people;
    }),
    handle(api.affiliate.postings, async ({ user, query, total }) => {
      const { shares, total: count } = await affiliatePayouts(db, user.id, query);
      total(count);
      return shares;
    }),
  ];
}
