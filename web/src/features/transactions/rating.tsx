import { plural, t } from '@sterling/contract/texts.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { Star } from 'lucide-react';
import * as RadioGroup from 'radix-ui/radio-group';
import { type Ref, useId } from 'react';
import { Controller } from 'react-hook-form';
import { Form, useKeptDraft } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { FieldError, TextareaField } from '../../kit/ui/field.tsx';
import { useUser } from '../sessions/session.tsx';
import { useTradeStep } from './trade.ts';

const CHOICES = [1, 2, 3, 4, 5];

const starsText = (count: number) => plural(count, '{count} star', '{count} stars', { count });

/** A rating of 1 to 5 stars, as one picture for screen readers. */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={t('{count} of 5 stars', { count })} className="inline-flex gap-0.5">
      {CHOICES.map((choice) => (
        <StarMark key={choice} lit={choice <= count} />
      ))}
    </span>
  );
}

/** The buyer's rating of a completed trade. A trade can be rated once. */
export function RatingForm({ tradeId }: { tradeId: string }) {
  const form = useContractForm(transactions.rate, {
    defaultValues: { stars: '', comment: '' },
    bodyOf: ({ stars, comment }) => ({ stars: Number(stars), ...(comment.trim() && { comment }) }),
    missing: { stars: t('Choose one to five stars') },
  });
  const forget = useKeptDraft(form, `rating.${tradeId}.${useUser().id}`);
  const rate = useTradeStep(tradeId, () => forget());
  return (
    <Form
      onSubmit={form.submit(({ stars, comment = '' }) => rate.mutate({ step: 'rate', stars, text: comment }))}
      aria-label={t('Rate this trade')}
      className="gap-4 rounded-xl border border-line p-4"
    >
      <Controller
        name="stars"
        control={form.control}
        render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
          <StarsField first={ref} value={value} onChange={onChange} error={error?.message} />
        )}
      />
      <TextareaField
        {...form.field('comment')}
        label={t('Comment')}
        hint={t('Optional')}
        className="min-h-20"
      />
      <Button type="submit" pending={rate.isPending} className="self-end">
        {t('Rate trade')}
      </Button>
    </Form>
  );
}

interface StarsFieldProps {
  /** The first star gets the focus if none is chosen. */
  first: Ref<HTMLButtonElement>;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function StarsField({ first, value, onChange, error }: StarsFieldProps) {
  const errorId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-1">{t('How was it?')}</p>
      <RadioGroup.Root
        aria-label={t('Stars')}
        {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
        value={value}
        onValueChange={onChange}
        orientation="horizontal"
        className="-ml-1.5 flex"
      >
        {CHOICES.map((choice) => (
          <RadioGroup.Item
            key={choice}
            ref={choice === CHOICES[0] ? first : undefined}
            value={String(choice)}
            aria-label={starsText(choice)}
            className="grid size-9 place-items-center rounded-lg"
          >
            <StarMark lit={choice <= Number(value)} className="size-6" />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

function StarMark({ lit, className }: { lit: boolean; className?: string }) {
  return <Star aria-hidden className={cn('size-4', lit ? 'fill-current text-warn' : 'text-3', className)} />;
}
