import type { Given } from '@sterling/contract/endpoint.ts';
import { type Listing, listings } from '@sterling/contract/listings.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { base64Of } from '../../data/files.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import type { PictureChange } from './picture-field.tsx';

type NewListing = Given<typeof listings.create, 'body'>;

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: keyof NewListing, message: string) => void;
}

interface SavedListing {
  readonly terms: NewListing;
  readonly picture: PictureChange;
}

/**
 * Creates a listing, or changes the given one. The item type cannot change. A picture that is refused leaves the
 * saved listing as it is, so that a second attempt does not create a second listing.
 */
export function useSaveListing(listing: Listing | null, { onDone, onFieldError }: Outcomes) {
  return useMutation({
    mutationFn: async ({ terms: { itemType, ...terms }, picture }: SavedListing) => {
      const { id } = listing
        ? await call(listings.update, { params: { id: listing.id }, body: terms })
        : await call(listings.create, { body: { itemType, ...terms } });
      return changePicture(id, picture).then(() => null, explain);
    },
    networkMode: 'always',
    onSuccess: (pictureProblem) => {
      toast({
        title: 'Success',
        description: listing ? 'Listing updated successfully' : 'Listing created successfully',
      });
      if (pictureProblem)
        toast({ title: 'Picture not saved', description: pictureProblem, variant: 'destructive' });
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

async function changePicture(id: string, picture: PictureChange): Promise<void> {
  if (picture) {
    const body = { picture: await base64Of(picture) };
    await call(listings.setPicture, { params: { id }, body });
  } else if (picture === null) await call(listings.removePicture, { params: { id } });
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
