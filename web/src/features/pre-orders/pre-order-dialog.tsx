import { cents, receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useShownAtPress } from '../../kit/form/form.tsx';
import { RATE_HINT, RATE_INPUT } from '../../kit/form/rate-field.tsx';
import { typedDecimal } from '../../kit/form/typed-decimal.ts';
import { dollarSign, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { SumLine } from '../../kit/ui/details.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { type Toast, toast } from '../../kit/ui/toast.ts';
import { priceReminder, TOO_LITTLE } from '../buying/draft.ts';
import { AmountField, BuyerCookieField, PassUrlField, ValidPass } from '../buying/order-fields.tsx';
import { MAY_HAVE_GONE_THROUGH } from '../buying/placed-order.ts';
import { KnowTheRisk } from '../buying/purchase.tsx';
import { INVALID_PASS, whyUnknown } from '../buying/use-gamepass.ts';
import { FROM_ORDER, fundingPath } from '../wallet/balance.ts';
import { ShortBalance } from '../wallet/notices.tsx';
import { INVALID_RATE, usePlacePreOrder } from './pre-orders.ts';
import { type Prefill, type PreOrderDraft, usePreOrderDraft } from './use-pre-order-draft.ts';

interface PreOrderDialogProps {
  prefill: Prefill;
  /** The order, if the pre-order was matched immediately. */
  onPlaced: (orderId: string | null) => void;
  onClose: () => void;
}

/** The form of a pre-order. It shows the maximum cost and that a pre-order cannot be cancelled. */
export default function PreOrderDialog({ prefill, onPlaced, onClose }: PreOrderDialogProps) {
  const draft = usePreOrderDraft(prefill);
  const close = () => {
    draft.forgetRate();
    onClose();
  };
  const finish = (orderId: string | null) => {
    close();
    onPlaced(orderId);
  };
  const placing = usePlacePreOrder(
    ({ orderId }) => finish(orderId),
    () => finish(null),
  );
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const press = useShownAtPress(() => draft.maxTotal);

  const place = (event: FormEvent) => {
    event.preventDefault();
    const isShown = press.showed(draft.maxTotal);
    setTried(true);
    if (placing.isPending || draft.shortCents > 0 || draft.isTooLate()) return;
    if (draft.body) {
      if (isShown) placing.mutate(draft.body);
      return;
    }
    toast(missing(draft));
    form.current?.querySelector<HTMLElement>('[aria-invalid], [name=gamepassUrl]')?.focus();
  };
  return (
    <FormDialog
      ref={form}
      title={t('Pre-Order')}
      description={draft.isUnanswered ? MAY_HAVE_GONE_THROUGH : FIRST_COME}
      submitLabel={t('Place pre-order')}
      submitButton={{
        disabled: draft.shortCents > 0,
        ...(draft.shortCents > 0 && { 'aria-describedby': SHORT_ID }),
        onPointerDown: press.note,
      }}
      isDirty={draft.isDirty}
      isPending={placing.isPending}
      onSubmit={place}
      onClose={close}
    >
      <Size draft={draft} />
      <Funds draft={draft} />
      <PassField draft={draft} tried={tried} />
      <BuyerCookieField
        cookie={draft.cookie}
        onCookie={draft.setCookie}
        hint={t('We use it once to set your gamepass price, then erase it. Encrypted, never shared.')}
      />
      <KnowTheRisk />
      <CannotBeCancelled />
    </FormDialog>
  );
}

const FIRST_COME = t('Join the queue for Robux. Pre-orders are filled first come, first served.');

function missing({ amountError, hasRate, check }: PreOrderDraft): Omit<Toast, 'id'> {
  if (amountError) return { title: t('Invalid Amount'), description: TOO_LITTLE, variant: 'destructive' };
  if (!hasRate) return { ...INVALID_RATE, variant: 'destructive' };
  return (
    whyUnknown(check) ?? {
      title: INVALID_PASS,
      description: t('Please enter a valid gamepass URL with correct price'),
      variant: 'destructive',
    }
  );
}

function Size({ draft }: { draft: PreOrderDraft }) {
  return (
    <div className="grid grid-cols-2 large-text:grid-cols-1 gap-3 sm:gap-5">
      <Amount draft={draft} />
      <MaxRate draft={draft} />
    </div>
  );
}

function Amount({ draft }: { draft: PreOrderDraft }) {
  const received = receivedAfterPlatformFee(draft.amount);
  return (
    <AmountField
      label={t('Robux amount')}
      hint={t("You'll receive about {received} Robux", { received: formatWhole(received) })}
      error={draft.amountError}
      amount={draft.amount}
      onChange={draft.setAmount}
    />
  );
}

function MaxRate({ draft }: { draft: PreOrderDraft }) {
  return (
    <Field label={t('Maximum rate per 1K')} hint={RATE_HINT}>
      {(control) => (
        <AffixedInput
          {...control}
          {...RATE_INPUT}
          value={typedDecimal(draft.rateText)}
          onChange={({ target }) => draft.typeRate(target.value)}
          onBlur={draft.settleRate}
          before={dollarSign()}
          className="tabular-nums"
        />
      )}
    </Field>
  );
}

/** The id of the missing amount, which explains why the button is disabled. */
const SHORT_ID = 'pre-order-short';

/** The balance beside the maximum charge, and the missing amount. */
function Funds({ draft }: { draft: PreOrderDraft }) {
  const { wallet, othersCents, maxTotal, shortCents } = draft;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2 rounded-lg border border-line px-4 py-3">
        <SumLine name={t('Your balance')}>
          {wallet ? <Usd cents={wallet.balance} /> : <Skeleton className="h-4 w-16" />}
        </SumLine>
        {othersCents > 0 && (
          <SumLine name={t('Needed for your other pre-orders')}>
            <Usd cents={othersCents} />
          </SumLine>
        )}
        <SumLine name={t('Maximum total')} className="border-line border-t pt-2">
          {maxTotal === null ? '–' : <Usd cents={maxTotal} className="font-semibold text-base" />}
        </SumLine>
      </dl>
      {wallet && maxTotal !== null && shortCents > 0 && (
        <div
          id={SHORT_ID}
          role="status"
          className="flex items-center justify-between gap-3 rounded-lg bg-warn/12 px-4 py-2.5 text-warn"
        >
          <span>
            <ShortBalance shortCents={shortCents} minimum={wallet.minimumDeposit} />
          </span>
          <Button asChild variant="link">
            <Link href={fundingPath(cents(maxTotal + othersCents))} state={FROM_ORDER} onClick={draft.keep}>
              {t('Deposit now')}
            </Link>
          </Button>
        </div>
      )}
    </div>
  );
}

/** The gamepass that is bought after a match. The lookup works as on the buy page. */
function PassField({ draft, tried }: { draft: PreOrderDraft; tried: boolean }) {
  const { amount, check, passError, url, cookie } = draft;
  const isMissing = tried && check.state === 'none';
  const pass = check.state === 'found' && !passError ? check.pass : undefined;
  return (
    <div className="flex flex-col gap-2">
      <PassUrlField
        check={check}
        url={url}
        onUrl={draft.setUrl}
        hint={pass ? undefined : priceReminder(amount)}
        error={passError ?? (isMissing ? t('Enter the URL of your gamepass') : undefined)}
        aside={
          passError && (
            <Button variant="link" onClick={draft.lookUp} className="text-xs">
              {t('Check again')}
            </Button>
          )
        }
      />
      {pass && (
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <ValidPass pass={pass} />
          {cookie.trim() !== '' && pass.price !== amount && (
            <span className="text-2">
              {t("We'll set it to {amount} with your cookie.", { amount: formatWhole(amount) })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** The requirements ask for this text before a pre-order is placed. */
function CannotBeCancelled() {
  return (
    <div className="flex gap-3 rounded-lg bg-surface-2 p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="text-1 text-xs">
        {rich(
          "{warning} You're charged automatically when a seller matches, at the seller's rate and never above your maximum. Nothing is held until then.",
          { warning: <span className="font-semibold">{t('Pre-orders cannot be cancelled.')}</span> },
        )}
      </p>
    </div>
  );
}
