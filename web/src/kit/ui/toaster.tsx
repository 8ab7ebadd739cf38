import { t } from '@sterling/contract/texts.ts';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { currentToast, dismissToast, HEADER_ID, TOAST_SHOWN_MS, type Toast, watchToast } from './toast.ts';

const SWIPE_PX = 50;

const ICONS = {
  default: { Icon: CircleCheck, tone: 'text-good' },
  info: { Icon: Info, tone: 'text-accent' },
  destructive: { Icon: CircleAlert, tone: 'text-bad' },
  warning: { Icon: TriangleAlert, tone: 'text-warn' },
};

/**
 * Shows one toast at a time, below the header and at the right. There it covers neither the header nor the main
 * button of a page, which stands at the bottom. While a dialog is open, toasts are at the top, because there a high dialog has its
 * title, then its fields, and its main button at the bottom. While a sheet is open, toasts are beside it. In a narrow window they
 * are at its bottom, because its news is at the top, and it can be scrolled further while one is shown.
 */
export default function Toaster() {
  const shown = useSyncExternalStore(watchToast, currentToast);
  return (
    <Radix.Provider swipeThreshold={SWIPE_PX} duration={TOAST_SHOWN_MS} label={t('Notification')}>
      {shown && <ToastCard key={shown.id} toast={shown} />}
      <Radix.Viewport
        style={{ top: belowHeader() }}
        className="fixed inset-x-0 z-100 flex flex-col p-3 outline-none print:hidden sm:left-auto sm:w-[26rem] on-dialog:top-0! narrow:on-sheet:top-auto! narrow:on-sheet:bottom-0 not-narrow:on-sheet:right-112"
      />
    </Radix.Provider>
  );
}

/** Pages without a header show toasts at the top. Banners may push the header down. */
const belowHeader = (): number =>
  Math.max(0, document.getElementById(HEADER_ID)?.getBoundingClientRect().bottom ?? 0);

function ToastCard({ toast }: { toast: Toast }) {
  const { Icon, tone } = ICONS[toast.variant ?? 'default'];
  return (
    <Radix.Root
      type={toast.variant === 'destructive' ? 'foreground' : 'background'}
      data-variant={toast.variant ?? 'default'}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      onEscapeKeyDown={forwardEscape}
      className="flex items-start gap-3 rounded-xl bg-surface-1 p-4 shadow-float data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-toast-gone data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-medium text-1">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="text-pretty text-2">{toast.description}</Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label={t('Dismiss')}
        className="-m-1 rounded-md p-1 text-3 transition-colors hover:bg-surface-2 hover:text-1"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * Esc closes the toast, and this passes the key on to the dialog below. Radix treats the toast as the top
 * layer and does not pass the key on.
 */
function forwardEscape(event: KeyboardEvent): void {
  if (!event.isTrusted) return;
  requestAnimationFrame(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
}
