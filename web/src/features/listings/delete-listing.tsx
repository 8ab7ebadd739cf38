import type { Listing } from '@sterling/contract/listings.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { useDeleteListing } from './use-listing.ts';

interface DeleteListingProps {
  listing: Listing;
  onClose: () => void;
}

/** Asks for confirmation before a listing is deleted. */
export function DeleteListing({ listing, onClose }: DeleteListingProps) {
  const remove = useDeleteListing(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${listing.title}?`}
      description="It will be removed from the marketplace. Past trades stay in your history."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(listing.id)}
    />
  );
}
