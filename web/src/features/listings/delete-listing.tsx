import type { Listing } from '@sterling/contract/listings.ts';
import { useRef } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { useDeleteListing } from './use-listing.ts';

interface DeleteListingProps {
  /** Null while the dialog is closed. */
  listing: Listing | null;
  onClose: () => void;
}

/** Asks for confirmation before a listing is deleted. */
export function DeleteListing({ listing, onClose }: DeleteListingProps) {
  const remove = useDeleteListing(onClose);
  // Keeps the title while the dialog fades out.
  const last = useRef(listing);
  if (listing) last.current = listing;
  return (
    <AlertDialog
      open={listing !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${last.current?.title}?`}
      description="It will be removed from the marketplace. Past trades stay in your history."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => listing && remove.mutate(listing.id)}
    />
  );
}
