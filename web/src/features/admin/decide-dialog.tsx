import { reviews } from '@sterling/contract/reviews.ts';
import { useForm } from 'react-hook-form';
import { useOnce } from '../../data/use-once.ts';
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
      title={choice.question ?? `${choice.label}: ${item.title}${item.about ? ` of ${item.about}` : ''}`}
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

/** Sends a decision, once. */
function useDecide(item: Pending, choice: Choice, onDone: () => void) {
  return useOnce(reviews.decide, {
    input: (reason: string) => ({ params: { id: item.id }, body: { decision: choice.decision, reason } }),
    changes: ['admin', 'reviews', 'transactions'],
    failed: 'Decision Failed',
    onDone: () => {
      toast({
        title: 'Decision saved',
        description: choice.done ?? `${item.title}: ${choice.effect}`,
      });
      onDone();
    },
  });
}
