import { useEffect, useMemo } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { storedValue } from '../../data/storage.ts';

/**
 * Keeps what is typed in a form until it is reset or the tab closes, so that Esc, Back and a reload lose nothing. The draft must be
 * of texts, and none of them secret. `name` is of this form, item and user: another user of the tab must not see the draft.
 */
export function useKeptDraft<Draft extends FieldValues>(form: UseFormReturn<Draft>, name: string): void {
  const { reset, subscribe } = form;
  const kept = useMemo(() => storedValue(`draft.${name}`, Texts, () => sessionStorage), [name]);
  useEffect(() => {
    const draft = kept.read();
    if (draft) reset(draft as DefaultValues<Draft>, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => void kept.keep(isDirty ? values : null),
    });
  }, [kept, reset, subscribe]);
}

const Texts = z.record(z.string(), z.string());
