import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Input } from '../../kit/ui/input.tsx';
import { dataSummary } from './data-summary.ts';
import { statsQuery } from './queries.ts';

interface TypedConfirmProps {
  title: string;
  description: ReactNode;
  /** The user must type this word to confirm. */
  word: string;
  confirmLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Explains what will be lost and asks the user to type a word before an irreversible action. */
export function TypedConfirm({ word, onClose, ...dialog }: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(statsQuery);
  const confirm = () => typed === word && !dialog.pending && dialog.onConfirm();
  return (
    <AlertDialog
      {...dialog}
      open
      onOpenChange={(open) => !open && onClose()}
      danger
      confirmDisabled={typed !== word}
    >
      {data && <p className="rounded-lg bg-bad/12 p-3 text-bad">{dataSummary(data)}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Field label={`Type "${word}" to confirm`}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
      </form>
    </AlertDialog>
  );
}
