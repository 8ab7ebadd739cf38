import { receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import { type FormEvent, useRef, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { AffixedInput } from '../../kit/ui/input.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { AmountInput } from '../buying/amount-input.tsx';
import { BuyerCookieField } from '../buying/cookie-field.tsx';
import { CannotBeCancelled, Funds } from './funds.tsx';
import { PassField } from './pass-field.tsx';
import { INVALID_RATE } from './rate.ts';
import { type Prefill, type PreOrderDraft, usePreOrderDraft } from './use-draft.ts';
import type { PreOrderBody } from './use-place.ts';

interface PreOrderDialogProps {
  prefill: Prefill;
  pending: boolean;
  onPlace: (body: PreOrderBody) => void;
  onClose: () => void;
}

/** The form of a pre-order. It shows the maximum cost and that a pre-order cannot be cancelled. */
export default function PreOrderDialog({ prefill, pending, onPlace, onClose }: PreOrderDialogProps) {
  const draft = usePreOrderDraft(prefill);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** The maximum charge on the screen when the buyer pressed the button. */
  const pressedAt = useRef<number | null>(null);

  const place = (event: FormEvent) => {
    event.preventDefault();
    const seen = pressedAt.current ?? draft.maxTotal;
    pressedAt.current = null;
    setTried(true);
    if (pending || draft.shortCents > 0) return;
    if (draft.body) {
      // The press also blurs a field, which may change its value. The buyer must see the new total before the
      // order is placed.
      if (seen === draft.maxTotal) onPlace(draft.body);
      return;
    }
    toast({ ...missing(draft), variant: 'destructive' });
    form.current?.querySelector<HTMLElement>('[aria-invalid], [name=gamepassUrl]')?.focus();
  };
  return (
    <FormDialog
      ref={form}
      title="Pre-Order"
      description="Join the queue for Robux. Pre-orders are filled first come, first served."
      submitLabel="Place Pre-Order"
      submitButton={{
        disabled: draft.shortCents > 0,
        onPointerDown: () => {
          pressedAt.current = draft.maxTotal ?? NONE;
        },
      }}
      isDirty={draft.isDirty}
      isPending={pending}
      onSubmit={place}
      onClose={onClose}
    >
      <Size draft={draft} />
      <PassField draft={draft} tried={tried} />
      <BuyerCookieField
        cookie={draft.cookie}
        onCookie={draft.setCookie}
        hint="We use it once to set your gamepass price, then erase it. Encrypted, never shared."
      />
      <Funds draft={draft} />
      <CannotBeCancelled />
    </FormDialog>
  );
}

/** No total was visible, because the amount or the rate was invalid. */
const NONE = 0;

function missing({ amountError, hasRate }: PreOrderDraft): { title: string; description: string } {
  if (amountError) return { title: 'Invalid Amount', description: 'Minimum purchase is 100 Robux' };
  if (!hasRate) return INVALID_RATE;
  return {
    title: 'Invalid Gamepass',
    description: 'Please enter a valid gamepass URL with correct price',
  };
}

function Size({ draft }: { draft: PreOrderDraft }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5">
      <AmountField draft={draft} />
      <RateField draft={draft} />
    </div>
  );
}

function AmountField({ draft }: { draft: PreOrderDraft }) {
  const received = receivedAfterPlatformFee(draft.amount);
  return (
    <Field
      label="Robux amount"
      hint={`You'll receive about ${formatWhole(received)} Robux`}
      error={draft.amountError}
    >
      {(control) => (
        <AmountInput
          {...control}
          amount={draft.amount}
          onChange={draft.setAmount}
          onBlur={draft.settleAmount}
        />
      )}
    </Field>
  );
}

function RateField({ draft }: { draft: PreOrderDraft }) {
  return (
    <Field label="Maximum rate per 1000" hint="$1.00–$6.00">
      {(control) => (
        <AffixedInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={draft.rateText}
          onChange={({ target }) => draft.typeRate(target.value)}
          onBlur={draft.settleRate}
          before="$"
          className="tabular-nums"
        />
      )}
    </Field>
  );
}
