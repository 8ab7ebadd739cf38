import { t } from '@sterling/contract/texts.ts';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { toast } from './toast.ts';

const TICK_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** Name of the copied text: 'address' makes 'Copy address'. */
  what: string;
  /** Shows a label beside the icon. */
  withText?: boolean;
  /** Shows a toast in addition to the tick. */
  announce?: boolean;
  className?: string;
}

/** Copies a text and shows a tick for two seconds. */
export function CopyButton({ text, what, withText, announce = true, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      if (announce) toast({ title: t('Copied to clipboard!') });
    } catch {
      toast({ title: t("Couldn't copy the {what}", { what }), description: text, variant: 'destructive' });
    }
  };
  return (
    <Button
      variant={withText ? 'secondary' : 'ghost'}
      size={withText ? 'md' : 'icon-sm'}
      // the name contains what the button shows
      aria-label={copied && withText ? t('Copy {what}: Copied', { what }) : t('Copy {what}', { what })}
      data-copied={copied || undefined}
      onClick={copy}
      className={cn('print:hidden', className)}
    >
      {/* without a toast, the tick alone would say nothing to a screen reader */}
      {!withText && !announce && (
        <span role="status" className="sr-only">
          {copied ? t('Copied') : ''}
        </span>
      )}
      {withText ? (
        // Both states overlap, so the width stays the same.
        <span className="grid">
          <Face shown={!copied} icon={BEFORE} word={t('Copy')} />
          <Face shown={copied} icon={AFTER} word={t('Copied')} />
        </span>
      ) : copied ? (
        AFTER
      ) : (
        BEFORE
      )}
    </Button>
  );
}

const BEFORE = <Copy aria-hidden className="size-4" />;
const AFTER = <Check aria-hidden className="size-4 text-good" />;

function Face({ shown, icon, word }: { shown: boolean; icon: ReactNode; word: string }) {
  return (
    <span
      className={cn(
        'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
        !shown && 'invisible',
      )}
    >
      {icon}
      {word}
    </span>
  );
}
