import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { formatWhole, PLATFORM_FEE } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Disclosure } from '../../kit/ui/disclosure.tsx';
import { Robux as RobuxAmount } from '../../kit/ui/money.tsx';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { recentPassesQuery } from '../orders/orders.ts';
import { type Draft, isMispriced, mismatchNote, priceReminder } from './draft.ts';
import { BuyerCookieField, PassUrlField, ValidPass } from './order-fields.tsx';
import { Step, type Steps } from './step.tsx';
import { isExperienceLink, type PassCheck } from './use-gamepass.ts';

const PassFinder = lazy(() => import('./pass-finder.tsx'));

interface GamepassStepProps {
  steps: Steps;
  draft: Draft;
  check: PassCheck;
  url: string;
  onUrl: (url: string) => void;
  onLookUp: () => void;
  onAmount: (amount: Robux) => void;
  cookie: string;
  onCookie: (cookie: string) => void;
}

/** Step 3: the gamepass that the seller's account buys. Every result takes the same space, so nothing moves. */
export function GamepassStep(props: GamepassStepProps) {
  const { steps, draft, check, url, onUrl } = props;
  const { pass } = draft;
  /** A link to an experience that was pasted as the URL of a gamepass. */
  const [findFrom, setFindFrom] = useState('');
  const amount = Math.max(draft.amount, MIN_ORDER_ROBUX);
  return (
    <Step number={3} title={t('Your gamepass')} steps={steps}>
      <div className="flex flex-col gap-3">
        <PassUrlField
          check={check}
          url={url}
          onUrl={onUrl}
          hint={pass ? <ValidPass pass={pass} /> : t("Copy it from your experience's Store tab")}
          error={errorOf(check, draft)}
        />
        <NextForPass {...props} onFind={() => setFindFrom(url.trim())} />
        <SavedPasses chosenUrl={url} onChoose={onUrl} />
      </div>
      <Disclosure key={findFrom} label={t('Find your gamepass')} initiallyOpen={findFrom !== ''} onDemand>
        <Suspense fallback={<Spinner label={t('Loading')} />}>
          <PassFinder initialFrom={findFrom} amount={amount} chosenUrl={url} onChoose={onUrl} />
        </Suspense>
      </Disclosure>
      <GamepassHelp amount={amount} />
      <AdvancedOptions cookie={props.cookie} onCookie={props.onCookie} />
    </Step>
  );
}

function errorOf(check: PassCheck, draft: Draft): string | undefined {
  if (check.state === 'invalid') return check.message;
  return draft.pass && isWrong(draft) ? mismatchNote(draft.pass, draft.amount) : undefined;
}

/** Below the minimum the buyer is still typing, so the price is not compared yet. */
const isWrong = (draft: Draft): boolean => draft.amount >= MIN_ORDER_ROBUX && isMispriced(draft);

/** What to do about the gamepass: a note, or buttons after a problem. */
function NextForPass({
  check,
  draft,
  url,
  onLookUp,
  onAmount,
  onFind,
}: GamepassStepProps & { onFind: () => void }) {
  const { pass } = draft;
  const note = useRef<HTMLDivElement>(null);
  const isWrongPrice = pass !== undefined && isWrong(draft);
  const isOrderable = pass && pass.price >= MIN_ORDER_ROBUX && pass.price <= MAX_ORDER_ROBUX;
  return (
    <div
      ref={note}
      tabIndex={-1}
      className="flex min-h-15 flex-wrap items-center gap-2 outline-none sm:min-h-10"
    >
      {check.state === 'invalid' || isWrongPrice ? (
        <>
          {isExperienceLink(url) ? (
            <Button variant="secondary" size="sm" onClick={onFind}>
              {t('Show its gamepasses')}
            </Button>
          ) : (
            <Button variant="secondary" size="sm" onClick={onLookUp}>
              {t('Check again')}
            </Button>
          )}
          {isWrongPrice && isOrderable && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                // the note that replaces this button gets its focus
                note.current?.focus();
                onAmount(robux(pass.price));
              }}
            >
              {t('Buy {price} instead', { price: formatWhole(pass.price) })}
            </Button>
          )}
        </>
      ) : (
        <p className="flex gap-2 text-2">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-3" />
          <span className="min-w-0">{noteOn(draft)}</span>
        </p>
      )}
    </div>
  );
}

function noteOn({ pass, amount, hasCookie }: Draft): string {
  const price = robux(Math.max(amount, MIN_ORDER_ROBUX));
  if (pass && hasCookie && pass.price !== amount)
    return t("We'll use your cookie to set its price to exactly {price} Robux before buying.", {
      price: formatWhole(price),
    });
  if (pass?.creatorType === 'Group')
    return t('This pass belongs to the group {creatorName}. The Robux will go to the group, not to you.', {
      creatorName: pass.creatorName,
    });
  return priceReminder(price);
}

interface AdvancedOptionsProps {
  cookie: string;
  onCookie: (cookie: string) => void;
}

/** Collapsed by default. Holds the buyer's cookie, which lets the server set the price of their gamepass. */
function AdvancedOptions({ cookie, onCookie }: AdvancedOptionsProps) {
  return (
    <Disclosure label={t('Advanced Options')} initiallyOpen={cookie !== ''}>
      <BuyerCookieField
        cookie={cookie}
        onCookie={onCookie}
        hint={t(
          "Sets your gamepass's price automatically. Encrypted, used for this order only, and never shared.",
        )}
      />
    </Disclosure>
  );
}

/** Explains how to create a gamepass at the right price, for buyers who have never sold on Roblox. */
function GamepassHelp({ amount }: { amount: number }) {
  return (
    <Disclosure label={t('No gamepass yet?')}>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-2 marker:text-3">
        <li>
          {rich('On {link} open one of your experiences, go to Monetization → Passes and create a pass.', {
            link: (
              <a
                href="https://create.roblox.com/dashboard/creations"
                target="_blank"
                rel="noreferrer"
                className="text-accent underline underline-offset-3"
              >
                create.roblox.com
              </a>
            ),
          })}
        </li>
        <li>{t('Put it on sale at exactly {amount} Robux.', { amount: formatWhole(amount) })}</li>
        <li>
          {t(
            "Copy its link and paste it above. When a seller buys it, you get the Robux minus Roblox's {fee} fee.",
            { fee: PLATFORM_FEE },
          )}
        </li>
      </ol>
    </Disclosure>
  );
}

interface SavedPassesProps {
  chosenUrl: string;
  onChoose: (url: string) => void;
}

/** The gamepasses of the buyer's latest orders, to choose instead of pasting a link. Hidden without orders. */
function SavedPasses({ chosenUrl, onChoose }: SavedPassesProps) {
  const { data: passes } = useQuery(recentPassesQuery);
  if (!passes || passes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend
    <div role="group" aria-labelledby="recent-passes" className="grid gap-2 sm:flex sm:flex-wrap">
      <p id="recent-passes" className="w-full text-3 text-xs">
        {t('Gamepasses of your orders')}
      </p>
      {passes.map(({ name, url, price }) => (
        <button
          key={url}
          type="button"
          aria-pressed={url === chosenUrl.trim()}
          onClick={() => onChoose(url)}
          className={cn(
            'flex h-8 min-w-0 max-w-full items-center justify-between gap-2 rounded-lg border border-line px-3 text-sm transition-colors hover:bg-surface-2',
            url === chosenUrl.trim() && 'border-accent bg-accent/8 hover:bg-accent/8',
          )}
        >
          <span className="min-w-0 truncate text-1 sm:max-w-40">{name}</span>
          <RobuxAmount exact amount={price} className="shrink-0 text-3" />
        </button>
      ))}
    </div>
  );
}
