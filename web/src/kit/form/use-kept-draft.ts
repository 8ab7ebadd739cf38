import { useEffect, useMemo } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { storedValue } from '../../data/storage.ts';

/**
 * Keeps what is typed in a form until it is reset or the tab closes, so that Esc, Back and a reload lose nothing. The draft must be
 * of texts, and none of them secret. `name` is of this form, item and user: another user of the tab must not see the draft.
 * The returned function forgets the draft, even after the form has gone. Given what was sent, it forgets only that: what was typed
 * since then stays.
 */
export function useKeptDraft<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  name: string,
): (sent?: Draft) => void {
  const { reset, subscribe, getValues } = form;
  const kept = useMemo(() => storedValue(`draft.${name}`, Texts, () => sessionStorage), [name]);
  useEffect(() => {
    const draft = kept.read();
    if (draft) reset(draft as DefaultValues<Draft>, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => void kept.keep(isDirty ? values : null),
    });
  }, [kept, reset, subscribe]);
  return (sent) => {
    const isSent = (draft: object | null) => !sent || JSON.stringify(draft) === JSON.stringify(sent);
    if (isSent(getValues())) reset();
    if (isSent(kept.read())) kept.keep(null);
  };
}

const Texts = z.record(z.string(), z.string());
