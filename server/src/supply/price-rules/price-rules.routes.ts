import { api } from '@sterling/contract/api.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_RATE, MIN_RATE, type Rate } from '@sterling/contract/money.ts';
import { faultsOfTerms, type PricePreview } from '@sterling/contract/price-rules.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { inLanguage } from '../../platform/language.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listChanges, listRules, readMarket, readRule, readTerms, type Trial } from './price-rules.reads.ts';
import { type Terms, wantedRates } from './price-rules.rules.ts';
import { addRule, changeRule, removeRule } from './price-rules.ts';
import { sentenceOf, shownReason } from './reasons.rules.ts';

/** A seller's price rules. Another seller's rule is answered like a missing one. */
export function priceRuleRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.priceRules.list, ({ user }) => listRules(db, user.id)),
    handle(api.priceRules.read, ({ user, params }) => readRule(db, user.id, params.id)),
    handle(api.priceRules.add, ({ user, body, write }) => {
      const rule = { name: body.name, isOn: body.isOn ?? true, terms: termsOf(body) };
      return write(
        async (tx) => readRule(tx, user.id, await addRule(tx, user.id, rule, body.accountIds)),
        CHANGES_SELF,
      );
    }),
    handle(api.priceRules.change, ({ user, params: { id }, body, write }) =>
      write(async (tx) => {
        const before = await readTerms(tx, user.id, id);
        const rule = {
          name: body.name ?? before.name,
          isOn: body.isOn ?? before.isOn,
          terms: termsOf(body, before.terms),
        };
        await changeRule(tx, user.id, id, rule, body.accountIds);
        return readRule(tx, user.id, id);
      }, CHANGES_SELF),
    ),
    handle(api.priceRules.remove, ({ user, params, write }) =>
      write(async (tx) => {
        await removeRule(tx, user.id, params.id);
        return { success: true as const };
      }),
    ),
    handle(api.priceRules.preview, ({ user, body: { accountIds, ...body } }) =>
      preview(db, { userId: user.id, accountIds, terms: termsOf(body) }),
    ),
    handle(api.priceRules.changes, async ({ user, params, query, total }) => {
      const found = await listChanges(db, user.id, params.id, query);
      total(found.total);
      return found.changes;
    }),
  ];
}

/** What the trial's accounts would cost now. Refuses with account_not_found. */
async function preview(db: Db, trial: Trial): Promise<PricePreview[]> {
  const [market, now] = await Promise.all([readMarket(db, trial), readClock(db)]);
  const wanted = wantedRates(market.accounts, market.offers, now);
  const own = market.accounts.flatMap((account, index): PricePreview[] => {
    if (account.terms !== trial.terms) return [];
    const { rateCents, isPaused, why } = wanted[index]!;
    return [
      {
        accountId: account.id,
        username: account.username,
        fromRate: account.rateCents as Rate,
        toRate: rateCents as Rate,
        isPaused,
        why: shownReason(why),
        text: sentenceOf(why, isPaused),
      },
    ];
  });
  if (own.length < new Set(trial.accountIds).size) refuse('account_not_found');
  return own;
}

type TermsInput = Decoded<typeof api.priceRules.change, 'body'>;

const NEW_TERMS: Terms = {
  floorCents: MIN_RATE,
  ceilingCents: MAX_RATE,
  belowCents: null,
  baseCents: null,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
  timeZone: 'UTC',
};

/** The terms of a request; what it leaves out stays as before. Refuses with invalid_input if they contradict each other. */
function termsOf(body: TermsInput, before = NEW_TERMS): Terms {
  const { floor = before.floorCents, ceiling = before.ceilingCents } = body;
  const { belowCents = before.belowCents, baseRate = before.baseCents } = body;
  const { pausesBelowFloor = before.pausesBelowFloor, timeZone = before.timeZone } = body;
  const { stockSteps = before.stockSteps, dayTimes = before.dayTimes } = body;
  const same = { belowCents, pausesBelowFloor, stockSteps, dayTimes };
  const faults = inLanguage('en', () => faultsOfTerms({ ...same, floor, ceiling, baseRate }));
  const [fault] = Object.entries(faults);
  if (fault) refuse('invalid_input', { message: `Invalid input: ${fault.join(' ')}`, details: faults });
  return { ...same, floorCents: floor, ceilingCents: ceiling, baseCents: baseRate, timeZone };
}
