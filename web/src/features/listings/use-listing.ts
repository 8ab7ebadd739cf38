import type { Given } from '@sterling/contract/endpoint.ts';
import { type Listing, listings } from '@sterling/contract/listings.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';

type NewListing = Given<typeof listings.create, 'body'>;

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: keyof NewListing, message: string) => void;
}

/** Creates a listing, or changes the given one. The item type cannot change. */
export function useSaveListing(listing: Listing | null, { onDone, onFieldError }: Outcomes) {
  return useMutation({
    mutationFn: ({ itemType, ...terms }: NewListing) =>
      listing
        ? call(listings.update, { params: { id: listing.id }, body: terms })
        : call(listings.create, { body: { itemType, ...terms } }),
    networkMode: 'always',
    onSuccess: () => {
      toast({
        title: 'Success',
        description: listing ? 'Listing updated successfully' : 'Listing created successfully',
      });
      onDone();
    },
    onError: (error) => {
      const details = error instanceof ApiError ? (error.details ?? {}) : {};
      for (const [field, problem] of Object.entries(details)) {
        onFieldError(field as keyof NewListing, `This ${problem}`);
      }
    },
    meta: notDone('save'),
  });
}

/** Takes a listing off the marketplace. */
export function useDeleteListing(onDone: () => void) {
  return useMutation({
    mutationFn: (id: string) => call(listings.remove, { params: { id } }),
    networkMode: 'always',
    onSuccess: () => toast({ title: 'Success', description: 'Listing deleted successfully' }),
    meta: notDone('delete'),
    onSettled: onDone,
  });
}

const notDone = (action: 'save' | 'delete') => ({
  changes: ['listings'] as const,
  failed: 'Error',
  explain: (error: unknown) => `Failed to ${action} listing. ${explain(error)}`,
});
