import { MAX_WAIT_HOURS, type WithdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { type FormEvent, useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { Button } from '../../kit/ui/button.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { useSetWait } from './use-addresses.ts';

const hoursIn = (count: number): string => `${count} ${count === 1 ? 'hour' : 'hours'}`;

/** The user's own wait for new addresses. */
export function WaitForm({ wait }: { wait: WithdrawalAddresses['wait'] }) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = useSetWait();
  const wanted = typed === null ? null : /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : undefined;
  const isWrong = wanted === undefined || (wanted ?? 0) > MAX_WAIT_HOURS;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === null || wanted === undefined || isWrong) return;
    change.mutate(wanted, { onSuccess: () => setTyped(null) });
  };
  return (
    <form noValidate onSubmit={save} className="flex items-start gap-2 p-4 *:first:flex-1 sm:max-w-lg sm:p-5">
      <InputField
        label="Wait for new addresses"
        hint={hintOf(wait)}
        error={isWrong ? `Whole hours from 0 to ${MAX_WAIT_HOURS}` : undefined}
        after="hours"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(wait.ownHours)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="mt-6.5 h-11"
        pending={change.isPending}
        disabled={wanted === null || isWrong || wanted === (wait.next?.hours ?? wait.ownHours)}
      >
        Save
      </Button>
    </form>
  );
}

function hintOf({ hours, ownerHours, next }: WithdrawalAddresses['wait']): string {
  if (next) return `Now ${hoursIn(hours)}. ${hoursIn(next.hours)} from ${formatTime(next.from)}.`;
  const least = ownerHours > 0 ? ` At least ${hoursIn(ownerHours)}.` : '';
  return `The first withdrawal to a new address waits so long.${least} A shorter wait counts after the old one.`;
}
