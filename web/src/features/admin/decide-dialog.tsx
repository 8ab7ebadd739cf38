import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type Attempt, attemptFor } from '../../data/attempt.ts';
import { explain } from '../../data/call.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import type { Choice, Pending } from './pending.ts';
import { REASON, ReasonField } from './reason-field.tsx';

interface DecideDialogProps {
  item: Pending;
  choice: Choice;
  onClose: () => void;
}

/** Explains the effect of a decision and asks for a reason. The reason goes into the audit log. */
export default function DecideDialog({ item, choice, onClose }: DecideDialogProps) {
  const decide = useDecide(item, choice, onClose);
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title={`${choice.label}: ${item.title}${item.who ? ` of ${item.who}` : ''}`}
      description={choice.effect}
      submitLabel={choice.label}
      danger={choice.danger ?? false}
      isDirty={isDirty}
      isPending={decide.isPending}
      onSubmit={form.handleSubmit(({ reason }) => decide.mutate(reason.trim()))}
      onClose={onClose}
    >
      <ReasonField
        field={form.register('reason', REASON)}
        error={errors.reason?.message}
        hint="Kept in the audit log."
      />
    </FormDialog>
  );
}

/** Sends a decision. A retry keeps the idempotency key, so the decision is made once. */
function useDecide(item: Pending, choice: Choice, onDone: () => void) {
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: (reason: string) => {
      attempt.current = attemptFor(attempt.current, { id: item.id, choice: choice.label, reason });
      return choice.decide(reason, attempt.current.key);
    },
    networkMode: 'always',
    onSuccess: () => {
      toast({ title: 'Decision saved', description: `${item.title}: ${choice.effect}` });
      onDone();
    },
    onError: (error) =>
      toast({ title: 'Decision Failed', description: explain(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}
