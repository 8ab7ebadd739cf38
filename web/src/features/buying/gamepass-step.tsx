import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import type { Gamepass } from '@sterling/contract/orders.ts';
import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { AffixedInput } from '../../kit/ui/input.tsx';
import { Robux as RobuxAmount } from '../../kit/ui/money.tsx';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { AdvancedOptions } from './advanced-options.tsx';
import { type Draft, isMispriced } from './draft.ts';
import { GamepassHelp } from './gamepass-help.tsx';
import { mismatchText } from './mismatch.ts';
import { Step } from './step.tsx';
import type { PassCheck } from './use-gamepass.ts';
import type { Steps } from './use-steps.ts';

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

/** Step 3: the gamepass that the seller's account buys. */
export function GamepassStep(props: GamepassStepProps) {
  const { steps, draft, check, url, onUrl } = props;
  const { pass } = draft;
  return (
    <Step
      number={3}
      title="Your gamepass"
      steps={steps}
      what="gamepass"
      result={pass && <Found pass={pass} />}
    >
      <Field
        label="Gamepass URL"
        hint="Copy it from your experience's Store tab"
        error={errorOf(check, draft)}
      >
        {(control) => (
          <AffixedInput
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://www.roblox.com/game-pass/…"
            value={url}
            onChange={({ target }) => onUrl(target.value)}
            after={check.state === 'checking' ? <Spinner label="Checking the gamepass" /> : undefined}
          />
        )}
      </Field>
      <Outcome {...props} />
      {!pass && <GamepassHelp amount={Math.max(draft.amount, MIN_ORDER_ROBUX)} />}
      <AdvancedOptions cookie={props.cookie} onCookie={props.onCookie} />
    </Step>
  );
}

function errorOf(check: PassCheck, draft: Draft): string | undefined {
  if (check.state === 'invalid') return check.message;
  return draft.pass && isWrong(draft) ? mismatchText(draft.pass, draft.amount) : undefined;
}

/** Below the minimum the buyer is still typing, so the price is not compared yet. */
const isWrong = (draft: Draft): boolean => draft.amount >= MIN_ORDER_ROBUX && isMispriced(draft);

function Outcome({ check, draft, onLookUp, onAmount }: GamepassStepProps) {
  const { pass, amount, hasCookie } = draft;
  const retryButton = (
    <Button variant="secondary" size="sm" onClick={onLookUp}>
      Check again
    </Button>
  );
  if (check.state === 'invalid') return <div className="flex gap-2">{retryButton}</div>;
  if (!pass) return <Note>{reminder(amount)}</Note>;
  if (isWrong(draft)) {
    const isOrderable = pass.price >= MIN_ORDER_ROBUX && pass.price <= MAX_ORDER_ROBUX;
    return (
      <div className="flex flex-wrap gap-2">
        {retryButton}
        {isOrderable && (
          <Button variant="secondary" size="sm" onClick={() => onAmount(robux(pass.price))}>
            Buy {formatWhole(pass.price)} instead
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-good/12 px-4 py-3">
        <Found pass={pass} />
        <span className="text-2 text-xs">by {pass.creatorName}</span>
      </div>
      <Note>
        {hasCookie && pass.price !== amount
          ? `Its price is set to exactly ${formatWhole(amount)} Robux with your cookie before it is bought.`
          : reminder(amount)}
      </Note>
      {pass.creatorType === 'Group' && (
        <Note>
          This pass belongs to the group {pass.creatorName}: the Robux go to the group, not to you personally.
        </Note>
      )}
    </>
  );
}

const reminder = (amount: Robux): string =>
  `Price your gamepass at exactly ${formatWhole(Math.max(amount, MIN_ORDER_ROBUX))} Robux and keep it so until the order is completed.`;

function Found({ pass }: { pass: Gamepass }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      <span className="truncate font-medium text-good">Valid: {pass.name}</span>
      <RobuxAmount exact amount={pass.price} className="shrink-0 text-1" />
    </span>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 text-2">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-3" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
