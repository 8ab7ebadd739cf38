import { lazy, Suspense } from 'react';
import { Skeleton } from './skeleton.tsx';

const QrImage = lazy(() => import('./qr-image.tsx'));

/** A QR code, loaded when it is shown. Black on white in both themes: cameras want it so. */
export function QrCode({ text, label, size = 168 }: { text: string; label: string; size?: number }) {
  return (
    <div className="inline-grid rounded-lg" style={{ width: size + 24, height: size + 24 }}>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <QrImage text={text} label={label} size={size} />
      </Suspense>
    </div>
  );
}
