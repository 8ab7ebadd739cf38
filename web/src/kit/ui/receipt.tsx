import { t } from '@sterling/contract/texts.ts';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { serverNow } from '../../data/server-time.ts';
import { formatMoment } from '../format/format-time.ts';
import { Button } from './button.tsx';

interface ReceiptProps {
  /** What the receipt is about, such as 'Withdrawal'. */
  title: string;
  /** Names and values. Values that are null are left out. */
  rows: readonly (readonly [name: string, value: string | null])[];
}

/**
 * A button that prints a receipt. The receipt is at the end of the page and is only visible on paper, where it
 * is the only content (app.css).
 */
export function Receipt({ title, rows }: ReceiptProps) {
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        {t('Print receipt')}
      </Button>
      {createPortal(
        <article className="receipt">
          <p className="font-semibold text-base">Sterling</p>
          <h1 className="mb-6 font-semibold text-2xl">{t('Receipt: {title}', { title })}</h1>
          <dl>
            {rows.map(
              ([name, value]) =>
                value !== null && (
                  <div key={name} className="flex gap-6 border-current/20 border-b py-2">
                    <dt className="w-48 shrink-0">{name}</dt>
                    <dd className="wrap-anywhere min-w-0 tabular-nums">{value}</dd>
                  </div>
                ),
            )}
          </dl>
          <p className="mt-6 text-xs">
            <PrintedAt />
          </p>
        </article>,
        document.body,
      )}
    </>
  );
}

/** The time of the last print, which may be hours after the receipt was opened. */
function PrintedAt() {
  const [printedAt, setPrintedAt] = useState(serverNow);
  useEffect(() => {
    const update = () => flushSync(() => setPrintedAt(serverNow()));
    window.addEventListener('beforeprint', update);
    return () => window.removeEventListener('beforeprint', update);
  }, []);
  return t('Printed {now}', { now: formatMoment(new Date(printedAt)) });
}
