import { transactionPictures } from '@sterling/contract/transaction-pictures.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useOnce } from '../../data/use-once.ts';
import { base64Of } from './pictures.ts';
import { tradeQuery } from './queries.ts';

const CHANGES = ['transactions', 'reviews'] as const;

/** Adds a picture to a trade, once. */
export function useAddPicture(tradeId: string) {
  const client = useQueryClient();
  return useOnce(transactionPictures.add, {
    input: async (file: File) => ({ params: { id: tradeId }, body: { picture: await base64Of(file) } }),
    identity: ({ name, size, lastModified }) => [name, size, lastModified],
    changes: CHANGES,
    failed: 'Picture not added',
    onDone: (trade) => client.setQueryData(tradeQuery(tradeId).queryKey, trade),
  });
}

/** Removes an own picture from a trade. */
export function useRemovePicture(tradeId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pictureId: string) =>
      call(transactionPictures.remove, { params: { id: tradeId, pictureId } }),
    networkMode: 'always',
    meta: { changes: CHANGES, failed: 'Picture not removed' },
    onSuccess: (trade) => {
      client.setQueryData(tradeQuery(tradeId).queryKey, trade);
      onDone();
    },
  });
}
