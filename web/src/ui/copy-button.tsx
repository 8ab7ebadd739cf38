import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { toast } from './toast-store.ts';

const TICK_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** What is copied: 'address' makes it 'Copy address'. */
  what: string;
  /** Shows its name beside the icon. */
  withText?: boolean;
  /** Says so in a toast as well as with the tick. */
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
      if (announce) toast({ title: 'Copied to clipboard!' });
    } catch {
      toast({ title: `Couldn't copy the ${what}`, description: text, variant: 'destructive' });
    }
  };
  return (
    <Button
      variant={withText ? 'secondary' : 'ghost'}
      size={withText ? 'md' : 'icon-sm'}
      aria-label={`Copy ${what}`}
      data-copied={copied || undefined}
      onClick={copy}
      className={className}
    >
      {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
      {withText && (
        // both words lie over each other, so that the width stays
        <span className="grid text-left">
          <span className={cn('col-start-1 row-start-1', copied && 'invisible')}>Copy</span>
          <span className={cn('col-start-1 row-start-1', !copied && 'invisible')}>Copied</span>
        </span>
      )}
    </Button>
  );
}
