import type { Listing } from '@sterling/contract/listings.ts';
import { PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { findFileProblem } from '../../data/files.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ListingPicture } from '../transactions/listing-picture.tsx';

/** A new picture, null to remove the present one, or undefined to keep it. */
export type PictureChange = File | null | undefined;

interface PictureFieldProps {
  listing: Listing | null;
  change: PictureChange;
  onChange: (change: PictureChange) => void;
}

/** Chooses the picture of a listing, with a preview. */
export function PictureField({ listing, change, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = usePreview(change);
  const isKept = change === undefined && listing !== null && listing.pictureId !== null;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const found = findFileProblem(file);
    setProblem(found);
    if (!found) onChange(file);
  };
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-2">Picture (optional)</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture of the item"
        accept={PICTURE_TYPES.join(',')}
        onChange={choose}
      />
      {isKept && <ListingPicture listing={listing} small className="h-32" />}
      {preview && (
        <img
          src={preview}
          alt="The chosen file"
          className="h-32 w-full rounded-lg border border-line bg-surface-2 object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="button" variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {isKept || preview ? 'Replace picture' : 'Add picture'}
        </Button>
        {(isKept || preview) && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => onChange(listing?.pictureId ? null : undefined)}
          >
            <X aria-hidden className="size-4" />
            Remove picture
          </Button>
        )}
        <span className="text-3 text-xs">PNG, JPEG or WebP, up to 2 MB</span>
      </div>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** An address under which the browser shows a chosen file. */
function usePreview(file: PictureChange): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
