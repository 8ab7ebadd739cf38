import { plural, t } from '@sterling/contract/texts.ts';
import { MAX_PICTURES, transactionPictures } from '@sterling/contract/transaction-pictures.ts';
import type { Picture } from '@sterling/contract/transactions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import { base64Of, findFileProblem } from '../../data/files.ts';
import { useOnce } from '../../data/use-once.ts';
import { type Party, tradeQuery } from './trade.ts';

/** A trade with its evidence. */
export interface PictureTrade {
  readonly id: string;
  readonly endedAt: Date | null;
  readonly pictures: readonly Picture[];
}

export interface NamedPicture extends Picture {
  /** Added by the viewer. */
  readonly isOwn: boolean;
  /** Such as 'Seller 2', or 'You 1'. */
  readonly name: string;
}

const NAMES = {
  own: (number: number) => t('You {number}', { number }),
  buyer: (number: number) => t('Buyer {number}', { number }),
  seller: (number: number) => t('Seller {number}', { number }),
};

/** Names the pictures by their side, each side counted from 1. */
export function namedPictures(pictures: readonly Picture[], viewer: Party): NamedPicture[] {
  const counts = { buyer: 0, seller: 0 };
  return pictures.map((picture) => {
    counts[picture.by] += 1;
    const isOwn = picture.by === viewer;
    return { ...picture, isOwn, name: NAMES[isOwn ? 'own' : picture.by](counts[picture.by]) };
  });
}

/** The address of a picture of a dispute. `small` is its preview. */
export const pictureAddress = (tradeId: string, pictureId: string, { small = false } = {}): string =>
  hrefOf(transactionPictures.read, {
    params: { id: tradeId, pictureId },
    query: { small: small ? '1' : undefined },
  });

/** What is wrong with the chosen files before they are sent; null if nothing is. `free`: pictures that fit. */
export function problemOf(
  files: readonly Pick<File, 'name' | 'size' | 'type'>[],
  free: number,
): string | null {
  const problem = files.map(findFileProblem).find((found) => found !== null);
  if (problem) return files.length === 1 ? problem : t('{problem} No picture was added.', { problem });
  if (files.length <= free) return null;
  if (free <= 0) return t('You can add {most} pictures.', { most: MAX_PICTURES });
  return plural(free, 'Choose at most {count} more picture.', 'Choose at most {count} more pictures.', {
    count: free,
  });
}

const CHANGES = ['transactions', 'reviews'] as const;

/** Adds a picture to a trade, once. */
export function useAddPicture(tradeId: string) {
  const client = useQueryClient();
  return useOnce(transactionPictures.add, {
    input: async (file: File) => ({ params: { id: tradeId }, body: { picture: await base64Of(file) } }),
    identity: ({ name, size, lastModified }) => [name, size, lastModified],
    // pictures are large, and are decoded one after the other
    timeoutMs: 120_000,
    changes: CHANGES,
    failed: t('Picture not added'),
    onDone: (trade) => client.setQueryData(tradeQuery(tradeId).queryKey, trade),
  });
}

/** Removes an own picture from a trade. */
export function useRemovePicture(tradeId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pictureId: string) =>
      call(transactionPictures.remove, { params: { id: tradeId, pictureId } }),
    meta: { changes: CHANGES, failed: t('Picture not removed') },
    onSuccess: (trade) => {
      client.setQueryData(tradeQuery(tradeId).queryKey, trade);
      onDone();
    },
  });
}
