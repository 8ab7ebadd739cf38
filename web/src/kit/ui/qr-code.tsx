import { lazy, Suspense } from 'react';
import { Skeleton } from './spinner.tsx';

const QrImage = lazy(() => import('./qr-image.tsx'));

/** A QR code that loads on demand. Always black on white, because cameras read that best. */
export function QrCode({ text, label, size = 168 }: { text: string; label: string; size?: number }) {
  return (
    <div className="inline-grid rounded-lg" style={{ width: size + 24, height: size + 24 }}>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <QrImage text={text} label={label} size={size} />
      </Suspense>
    </div>
  );
}
