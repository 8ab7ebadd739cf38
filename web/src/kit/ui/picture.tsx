import { ImageOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from './class-names.ts';

interface PictureProps extends ComponentProps<'img'> {
  src: string;
  alt: string;
}

/** A picture of a user. An icon takes its place if it does not load, for example because it was deleted. */
export function Picture({ src, alt, className, ...rest }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed !== src)
    return <img {...rest} src={src} alt={alt} className={className} onError={() => setFailed(src)} />;
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={cn('grid min-h-20 min-w-20 place-items-center text-3', className)}
    >
      <ImageOff className="size-5" />
    </span>
  );
}
