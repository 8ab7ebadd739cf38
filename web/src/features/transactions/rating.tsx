import { Star } from 'lucide-react';
import * as RadioGroup from 'radix-ui/radio-group';
import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Field } from '../../kit/ui/field.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import { useTradeStep } from './use-trade-step.ts';

const CHOICES = [1, 2, 3, 4, 5];

const starsText = (count: number) => `${count} ${count === 1 ? 'star' : 'stars'}`;

export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} of 5 stars`} className="inline-flex gap-0.5">
      {CHOICES.map((choice) => (
        <StarMark key={choice} lit={choice <= count} />
      ))}
    </span>
  );
}

/** The buyer's rating of a completed trade. A trade can be rated once. */
export function RatingForm({ tradeId }: { tradeId: string }) {
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const rate = useTradeStep(tradeId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(stars === 0);
    if (stars > 0) rate.mutate({ step: 'rate', stars, text });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Rate this trade"
      className="flex flex-col gap-4 rounded-xl border border-line p-4"
    >
      <div className="flex flex-col gap-1.5">
        <p className="font-medium text-1">How was it?</p>
        <RadioGroup.Root
          aria-label="Stars"
          value={String(stars)}
          onValueChange={(value) => setStars(Number(value))}
          orientation="horizontal"
          className="-ml-1.5 flex"
        >
          {CHOICES.map((choice) => (
            <RadioGroup.Item
              key={choice}
              value={String(choice)}
              aria-label={starsText(choice)}
              className="grid size-9 place-items-center rounded-lg"
            >
              <StarMark lit={choice <= stars} className="size-6" />
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
        {missing && stars === 0 && (
          <p role="alert" className="text-bad">
            Choose one to five stars
          </p>
        )}
      </div>
      <Field label="Comment" hint="Optional">
        {(control) => (
          <Textarea
            {...control}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-h-20"
          />
        )}
      </Field>
      <Button type="submit" pending={rate.isPending} className="self-end">
        Rate Trade
      </Button>
    </form>
  );
}

function StarMark({ lit, className }: { lit: boolean; className?: string }) {
  return <Star aria-hidden className={cn('size-4', lit ? 'fill-current text-warn' : 'text-3', className)} />;
}
