import { type FoundPasses, gamepass } from '@sterling/contract/gamepasses.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { call, explain } from '../../data/call.ts';
import { Form } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Field, Input } from '../../kit/ui/field.tsx';
import { Robux } from '../../kit/ui/money.tsx';

interface PassFinderProps {
  /** Searched immediately. Empty: the buyer types first. */
  initialFrom: string;
  /** Robux of the order. A gamepass at this price needs no change. */
  amount: number;
  chosenUrl: string;
  onChoose: (url: string) => void;
}

/** Finds the buyer's gamepasses by username or experience, to choose one instead of pasting its link. */
export default function PassFinder({ initialFrom, amount, chosenUrl, onChoose }: PassFinderProps) {
  const form = useContractForm(gamepass.find, {
    defaultValues: { from: initialFrom },
    bodyOf: ({ from }) => ({ from: from.trim() }),
    missing: { from: t('Enter a username or a link') },
  });
  const search = useMutation({
    mutationFn: (wanted: string) => call(gamepass.find, { body: { from: wanted } }),
  });
  const searchInitial = useEffectEvent(() => initialFrom && search.mutate(initialFrom));
  useEffect(() => void searchInitial(), []);
  const { error, ...field } = form.field('from');
  return (
    <div className="flex flex-col gap-3">
      <Form onSubmit={form.submit(({ from }) => search.mutate(from))}>
        <Field
          label={t('Roblox username or experience link')}
          error={error ?? (search.error ? explain(search.error) : undefined)}
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...field}
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="min-w-0 flex-1"
              />
              <Button type="submit" variant="secondary" pending={search.isPending} className="h-11">
                <Search aria-hidden className="size-4" />
                {t('Find')}
              </Button>
            </div>
          )}
        </Field>
      </Form>
      <div aria-live="polite">
        {search.data && !search.isPending && (
          <Found found={search.data} amount={amount} chosenUrl={chosenUrl} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}

interface FoundProps extends Omit<PassFinderProps, 'initialFrom'> {
  found: FoundPasses;
}

function Found({ found, amount, chosenUrl, onChoose }: FoundProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-2">{foundSummary(found, amount)}</p>
      {found.passes.length > 0 && (
        <ul
          aria-label={t('Gamepasses found')}
          className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto overscroll-contain rounded-lg border border-line"
        >
          {bestFirst(found.passes, amount).map(({ id, name, price, url, creatorName }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={url === chosenUrl.trim()}
                onClick={() => onChoose(url)}
                className={cn(
                  'flex min-h-11 w-full items-center justify-between gap-3 px-3 py-1.5 text-left transition-colors hover:bg-surface-2',
                  url === chosenUrl.trim() && 'bg-accent/8 hover:bg-accent/8',
                )}
              >
                <span className="min-w-0">
                  <span className="block truncate text-1">{name}</span>
                  {found.owner === null && (
                    <span className="block truncate text-3 text-xs">
                      {t('by {creatorName}', { creatorName })}
                    </span>
                  )}
                </span>
                <Robux
                  exact
                  amount={price}
                  className={cn('shrink-0', price === amount ? 'font-medium text-good' : 'text-2')}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.passes.some(({ price }) => price !== amount) && (
        <p className="text-3">
          {t('The price must be exactly {amount} Robux. You can change the amount after choosing.', {
            amount: formatWhole(amount),
          })}
        </p>
      )}
    </div>
  );
}

type Pass = FoundPasses['passes'][number];

/** Passes at the amount of the order come first, the others in the order of the distance to it. */
export const bestFirst = (passes: readonly Pass[], amount: number): Pass[] =>
  passes.toSorted((a, b) => Math.abs(a.price - amount) - Math.abs(b.price - amount));

/** One sentence on what was found, and the next step if nothing can be chosen. */
export function foundSummary({ owner, passes, offSale, isComplete }: FoundPasses, amount: number): string {
  if (passes.length > 0) {
    const onSale = onSaleText(passes.length, owner);
    return isComplete
      ? onSale
      : `${onSale} ${t('There are more. If yours is missing, paste its link above.')}`;
  }
  if (!isComplete) return t('Roblox took too long. Try again.');
  if (offSale > 0) return offSaleText(offSale, owner, amount);
  return owner === null ? t('No gamepasses in this experience.') : t('No gamepasses by {owner}.', { owner });
}

function onSaleText(passes: number, owner: string | null): string {
  const count = formatWhole(passes);
  return owner === null
    ? plural(
        passes,
        '{count} gamepass on sale in this experience.',
        '{count} gamepasses on sale in this experience.',
        { count },
      )
    : plural(passes, '{count} gamepass on sale by {owner}.', '{count} gamepasses on sale by {owner}.', {
        count,
        owner,
      });
}

function offSaleText(passes: number, owner: string | null, robux: number): string {
  const [count, amount] = [formatWhole(passes), formatWhole(robux)];
  return owner === null
    ? plural(
        passes,
        '{count} gamepass in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, amount },
      )
    : plural(
        passes,
        '{count} gamepass by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, owner, amount },
      );
}
