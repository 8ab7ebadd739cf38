import type { Listing } from '@sterling/contract/listings.ts';
import { useRef } from 'react';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useDeleteListing } from './use-listing.ts';

interface DeleteListingProps {
  /** Null: nothing is asked. */
  listing: Listing | null;
  onClose: () => void;
}

/** Asks before a listing goes. */
export function DeleteListing({ listing, onClose }: DeleteListingProps) {
  const remove = useDeleteListing(onClose);
  // The title stays while the dialog fades out.
  const last = useRef(listing);
  if (listing) last.current = listing;
  return (
    <AlertDialog
      open={listing !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${last.current?.title}?`}
      description="It goes off the marketplace. Past trades of it stay in your history."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => listing && remove.mutate(listing.id)}
    />
  );
}
