import { CircleCheck } from 'lucide-react';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { AffixedInput } from '../../kit/ui/input.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { priceReminder } from '../buying/mismatch.ts';
import type { PreOrderDraft } from './use-draft.ts';

/** The gamepass that is bought after a match. The lookup works as on the buy page. */
export function PassField({ draft, tried }: { draft: PreOrderDraft; tried: boolean }) {
  const { amount, check, passError, url, cookie } = draft;
  const isMissing = tried && check.state === 'none';
  const pass = check.state === 'found' && !passError ? check.pass : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Gamepass URL"
        hint={pass ? undefined : priceReminder(amount)}
        error={passError ?? (isMissing ? 'Enter the URL of your gamepass' : undefined)}
        aside={
          passError && (
            <Button variant="link" onClick={draft.lookUp} className="min-h-6 text-xs">
              Check again
            </Button>
          )
        }
      >
        {(control) => (
          <AffixedInput
            {...control}
            name="gamepassUrl"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://www.roblox.com/game-pass/…"
            value={url}
            onChange={({ target }) => draft.setUrl(target.value)}
            after={check.state === 'checking' ? <Spinner label="Checking the gamepass" /> : undefined}
          />
        )}
      </Field>
      {pass && (
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          <span className="min-w-0 truncate font-medium text-good">Valid: {pass.name}</span>
          <Robux exact amount={pass.price} className="text-1" />
          {cookie.trim() !== '' && pass.price !== amount && (
            <span className="text-2">We'll set it to {formatWhole(amount)} with your cookie.</span>
          )}
        </p>
      )}
    </div>
  );
}
