import type { NotificationKind } from '@sterling/contract/notifications.ts';
import { useId } from 'react';
import { Switch } from '../../kit/ui/switch.tsx';
import { KINDS } from './kinds.ts';

interface KindSwitchesProps {
  kinds: readonly NotificationKind[];
  onChange: (kinds: NotificationKind[]) => void;
  disabled: boolean;
}

/** One switch for each kind of notification. */
export function KindSwitches({ kinds, onChange, disabled }: KindSwitchesProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-2 text-sm">Notify me about</legend>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {KINDS.map(({ kind, name, note }) => (
          <li
            key={kind}
            className="flex items-center gap-3 border-line py-3 not-first:border-t sm:nth-2:border-t-0"
          >
            <div className="min-w-0 flex-1">
              <label htmlFor={`${id}-${kind}`} className="block text-1">
                {name}
              </label>
              <p id={`${id}-${kind}-note`} className="text-3 text-xs">
                {note}
              </p>
            </div>
            <Switch
              id={`${id}-${kind}`}
              aria-describedby={`${id}-${kind}-note`}
              checked={kinds.includes(kind)}
              disabled={disabled}
              onCheckedChange={(on) =>
                onChange(on ? [...kinds, kind] : kinds.filter((other) => other !== kind))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
