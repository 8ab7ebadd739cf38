import type { Status } from '@sterling/contract/platform.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Megaphone, OctagonPause, WifiOff, Wrench, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { storedText } from '../../data/storage.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { focusPage } from '../../kit/ui/focus.ts';
import { useNow, useOnline } from '../../kit/ui/use-browser.ts';
import { platformStatusQuery } from './queries.ts';

/** Global notices: no connection, maintenance, emergency stop, or sandbox mode. */
export function Banners() {
  const online = useOnline();
  const { data: status } = useQuery(platformStatusQuery);
  return (
    <div role="status" className="contents">
      {!online && (
        <Banner tone="warn" icon={<WifiOff aria-hidden className="size-4" />}>
          {t("You're offline. We'll reconnect automatically.")}
        </Banner>
      )}
      {status?.stopped && (
        <Banner tone="warn" icon={<OctagonPause aria-hidden className="size-4" />}>
          {t('Payments are paused. Your balance is safe.')}
        </Banner>
      )}
      {status?.maintenance && (
        <Banner tone="warn" icon={<Wrench aria-hidden className="size-4" />}>
          {t('Maintenance in progress: viewing only. You can make changes again soon.')}
        </Banner>
      )}
      {status?.announcement && <Announcement {...status.announcement} />}
      {status?.mode === 'sandbox' && (
        <Banner tone="quiet" icon={<FlaskConical aria-hidden className="size-4" />}>
          {t('Sandbox: nothing here is real money')}
          {status.sandboxUrl && (
            <a
              href={status.sandboxUrl}
              target="_blank"
              rel="noreferrer"
              className="ml-2 whitespace-nowrap text-accent underline underline-offset-4"
            >
              {t('Open its controls')}
            </a>
          )}
        </Banner>
      )}
    </div>
  );
}

const dismissed = storedText('sterling.dismissed-announcement');

/** Lasts until its end. Stays dismissed in this browser until the owner changes the text. */
function Announcement({ text, until }: NonNullable<Status['announcement']>) {
  const [hidden, hide] = useState(dismissed.read);
  const now = useNow();
  if (hidden === text || (until !== null && until.getTime() <= now)) return null;
  const dismiss = () => {
    dismissed.keep(text);
    hide(text);
    focusPage();
  };
  return (
    <Banner tone="quiet" icon={<Megaphone aria-hidden className="size-4" />}>
      {text}
      <button
        type="button"
        aria-label={t('Dismiss')}
        onClick={dismiss}
        className="p-1 align-middle hover:text-1"
      >
        <X aria-hidden className="size-4" />
      </button>
    </Banner>
  );
}

interface BannerProps {
  tone: 'warn' | 'quiet';
  icon: ReactNode;
  children: ReactNode;
}

function Banner({ tone, icon, children }: BannerProps) {
  return (
    <p
      className={cn(
        'flex items-center justify-center gap-2 border-line border-b px-3 py-1.5 text-xs [&>svg]:shrink-0 max-[24rem]:[&>svg]:hidden',
        tone === 'warn' ? 'bg-warn/12 text-warn' : 'text-3',
      )}
    >
      {icon}
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}
