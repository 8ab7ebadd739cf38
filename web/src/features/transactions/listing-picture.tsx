import { type Listing, listings } from '@sterling/contract/listings.ts';
import { hrefOf } from '../../data/call.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { Picture } from '../../kit/ui/picture.tsx';

interface ListingPictureProps {
  listing: Pick<Listing, 'id' | 'pictureId'>;
  /** The thumbnail, at most 320 px wide or high. */
  small?: boolean;
  className?: string;
}

/** The picture of a listing. Nothing without one. The title stands beside it, so it needs no text of its own. */
export function ListingPicture({ listing: { id, pictureId }, small, className }: ListingPictureProps) {
  if (pictureId === null) return null;
  const query = { small: small ? '1' : undefined };
  return (
    <Picture
      src={hrefOf(listings.readPicture, { params: { id, pictureId }, query })}
      alt=""
      loading="lazy"
      className={cn('w-full rounded-lg border border-line bg-surface-2 object-contain', className)}
    />
  );
}
