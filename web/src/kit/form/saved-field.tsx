import { t } from '@sterling/contract/texts.ts';
import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import { AffixedInput, Field, type InputField } from '../ui/field.tsx';

interface SavedFieldProps extends ComponentProps<typeof InputField> {
  pending: boolean;
  /** The field has something to save. */
  isDirty: boolean;
}

/** The only field of a form, with the button that saves it. With large text the button stands below the input. */
export function SavedField({ label, hint, error, aside, pending, isDirty, ...input }: SavedFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="flex large-text:flex-wrap gap-2">
          <div className="flex-1 large-text:basis-full">
            <AffixedInput {...input} {...control} autoComplete="off" />
          </div>
          <Button
            type="submit"
            variant="secondary"
            className="h-11"
            pending={pending}
            aria-disabled={!isDirty}
          >
            {t('Save')}
          </Button>
        </div>
      )}
    </Field>
  );
}
