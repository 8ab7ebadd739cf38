import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { addressQuery } from './queries.ts';

/** The fields of the withdrawal form. */
export interface WithdrawalFields {
  readonly amount: string;
  readonly ltcAddress: string;
}

interface AddressCheck {
  /** Checks the entered address at the server. Returns its canonical form, or null if the user has to act first. */
  readonly check: () => Promise<string | null>;
  /** The present form of an address in an old form, which the user has to confirm. */
  readonly presentForm: string | null;
}

/** The check of the address in `form`. A refusal is shown at the field. */
export function useAddressCheck(form: UseFormReturn<WithdrawalFields>): AddressCheck {
  const client = useQueryClient();
  const [presentForm, setPresentForm] = useState<string | null>(null);
  const check = async () => {
    const entered = form.getValues('ltcAddress').trim();
    if (entered === '') return null;
    const checked = await client
      .fetchQuery(addressQuery(entered))
      .catch((error: unknown) => ({ refused: explain(error) }));
    if ('address' in checked) {
      setPresentForm(null);
      return checked.address;
    }
    const isUnchanged = form.getValues('ltcAddress').trim() === entered;
    if (!isUnchanged) return null;
    setPresentForm('presentForm' in checked ? checked.presentForm : null);
    if ('refused' in checked) form.setError('ltcAddress', { message: checked.refused });
    return null;
  };
  return { check, presentForm };
}
