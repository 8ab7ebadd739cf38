import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { Check, Hand, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { parseRate, RATE_INPUT, rateProblem } from '../../kit/form/rate-field.tsx';
import { typedDollars } from '../../kit/form/typed-decimal.ts';
import { formatRate } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { Input } from '../../kit/ui/field.tsx';
import { lacksStock, needsCookie, shownStatus } from './accounts.ts';
import { useChangeRate, useChangeStatus } from './use-account.ts';

/** The price of 1,000 Robux. A press turns it into an input. */
export function RateCell({ account }: { account: RobloxAccount }) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = formatRate(account.ratePerThousand);
  const close = () => {
    setEditing(false);
    // The button exists again only after this render.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (editing) return <RateEditor account={account} onClose={close} />;
  return (
    <span className="inline-flex flex-col items-end">
      <Button
        ref={opener}
        variant="ghost"
        size="sm"
        aria-label={t('{rate}, edit price of {username}', { rate: shown, username: account.username })}
        onClick={() => setEditing(true)}
        className="px-2 text-1 tabular-nums max-sm:pr-0 sm:-mr-2"
      >
        <Pencil aria-hidden className="size-3.5 text-3" />
        {shown}
      </Button>
      {account.priceRule && (
        <span className="max-w-34 truncate text-3 text-xs" title={account.priceRule.name}>
          {t('by {name}', { name: account.priceRule.name })}
        </span>
      )}
    </span>
  );
}

/** Without this, the editor in the last row would stay below the edge of a scrolling table. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Enter saves. Esc cancels. */
function RateEditor({ account, onClose }: { account: RobloxAccount; onClose: () => void }) {
  const [text, setText] = useState(typedDollars(account.ratePerThousand));
  const [error, setError] = useState<string>();
  const errorId = useId();
  const change = useChangeRate(account);
  const save = () => {
    if (change.isPending) return;
    const rate = parseRate(text);
    if (rate === null) setError(rateProblem(text));
    else if (rate === account.ratePerThousand) onClose();
    else change.mutate(rate, { onSuccess: onClose });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') onClose();
  };
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <span className="inline-flex items-center gap-1 sm:-mr-2">
        <Input
          autoFocus
          {...RATE_INPUT}
          aria-label={t('Price per 1K of {username}', { username: account.username })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          onKeyDown={press}
          className="h-8 w-20 px-2 sm:text-sm"
        />
        <IconButton icon={Check} label={t('Save price')} pending={change.isPending} onClick={save} />
        <IconButton icon={X} label={t('Cancel')} onClick={onClose} />
      </span>
      {error && (
        <span ref={showWhole} id={errorId} role="alert" className="max-w-34 text-balance text-bad text-xs">
          {error}
        </span>
      )}
    </span>
  );
}

interface AccountStatusProps {
  account: RobloxAccount;
  onUpdateCookie: () => void;
}

/** Whether an account is for sale, why not, and what its seller can do about it. */
export function AccountStatus({ account, onUpdateCookie }: AccountStatusProps) {
  const { text, tone } = shownStatus(account);
  const reason = account.statusReason ?? lacksStock(account);
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tone} className="h-auto min-h-6 whitespace-normal py-0.5">
        {text}
      </Badge>
      {account.fulfilment === 'manual' && (
        <span className="inline-flex items-center gap-1 text-2 text-xs">
          <Hand aria-hidden className="size-3.5" />
          {t('Manual: you complete orders')}
        </span>
      )}
      {reason && <span className="max-w-60 text-2 text-xs">{reason}</span>}
      {account.status === '2fa_required' && <ActivateAgain account={account} />}
      {needsCookie(account) && (
        <Button variant="link" onClick={onUpdateCookie} className="text-xs">
          {t('Update Cookie')}
        </Button>
      )}
    </span>
  );
}

/** For a seller who has passed the verification on Roblox. */
function ActivateAgain({ account }: { account: RobloxAccount }) {
  const change = useChangeStatus(account);
  return (
    <Button
      variant="link"
      pending={change.isPending}
      onClick={() => change.mutate('online')}
      className="text-xs"
    >
      {t('Activate')}
    </Button>
  );
}
