import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { addressQuery } from './queries.ts';

/** The fields of the withdrawal form. */
export interface WithdrawalFields {
  readonly amount: string;
  readonly ltcAddress: string;
}

/**
 * A check of the entered address at the server. It answers the canonical form. If the address is refused, it
 * shows the reason at the field and answers null.
 */
export function useAddressCheck(form: UseFormReturn<WithdrawalFields>): () => Promise<string | null> {
  const client = useQueryClient();
  return async () => {
    const entered = form.getValues('ltcAddress').trim();
    if (entered === '') return null;
    const checked = await client
      .fetchQuery(addressQuery(entered))
      .catch((error: unknown) => ({ refused: explain(error) }));
    if ('address' in checked) return checked.address;
    const isUnchanged = form.getValues('ltcAddress').trim() === entered;
    if (isUnchanged) form.setError('ltcAddress', { message: checked.refused });
    return null;
  };
}
