import { Suspense } from 'react';
import { lazyNamed } from './lazy.tsx';
import { Skeleton } from './spinner.tsx';

const QRCodeSVG = lazyNamed(async () => (await import('qrcode.react')).QRCodeSVG);

/** A QR code that loads on demand. Always black on white, because cameras read that best, and need the white around it. */
export function QrCode({ text, label, size = 168 }: { text: string; label: string; size?: number }) {
  return (
    <div className="inline-grid rounded-lg" style={{ width: size + 24, height: size + 24 }}>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <div className="rounded-lg bg-qr p-3 forced-color-adjust-none">
          <QRCodeSVG value={text} size={size} level="M" title={label} role="img" aria-label={label} />
        </div>
      </Suspense>
    </div>
  );
}
