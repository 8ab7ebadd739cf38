import { QRCodeSVG } from 'qrcode.react';

/** Loaded on demand by QrCode. The library draws in black and white. The white around it stays with forced colours, because cameras need it. */
export default function QrImage({ text, label, size }: { text: string; label: string; size: number }) {
  return (
    <div className="rounded-lg bg-qr p-3 forced-color-adjust-none">
      <QRCodeSVG value={text} size={size} level="M" title={label} role="img" aria-label={label} />
    </div>
  );
}
