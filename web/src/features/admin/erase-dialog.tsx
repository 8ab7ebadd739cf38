import { admin } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, explain, isRefused } from '../../data/call.ts';
import { Form } from '../../kit/form/form.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { LateBackup } from './backup.tsx';
import { statsQuery } from './queries.ts';
import { clearedText, dataSummary } from './words.ts';

const LOST = t(
  'Permanently deletes every user except owners, with their accounts, cookies, proxies, listings and balances.',
);

const BACKUP_FIRST = t('{lost} Make a backup first.', { lost: LOST });

/** The two actions that erase all users except owners. */
const ACTIONS = {
  clean: {
    word: 'CLEAN',
    title: t('Clean the entire database?'),
    description: BACKUP_FIRST,
    confirmLabel: t('Clean database'),
    erase: () => call(admin.cleanDatabase, { body: { confirm: 'CLEAN' } }),
    done: { title: t('Database cleaned'), text: (list: string) => t('Removed: {list}', { list }) },
    failed: t('Error'),
    explain: (error: unknown) => t('Failed to clean database. {error}', { error: explain(error) }),
  },
  clear: {
    word: 'CLEAR',
    title: t('Clear all test data and users?'),
    description: BACKUP_FIRST,
    confirmLabel: t('Clear test balances'),
    erase: () => call(admin.clearTestBalances, { body: { confirm: 'CLEAR' } }),
    done: { title: t('Test balances cleared'), text: (list: string) => t('Cleared: {list}', { list }) },
    failed: t('Clear Failed'),
    explain: whyNotCleared,
  },
} as const;

interface EraseDialogProps {
  action: keyof typeof ACTIONS;
  onClose: () => void;
}

/** Explains what will be lost and asks the user to type a word before an irreversible action. */
export default function EraseDialog({ action, onClose }: EraseDialogProps) {
  const { word, erase, done, failed, explain: explainError, ...texts } = ACTIONS[action];
  const [typed, setTyped] = useState('');
  const { data } = useQuery(statsQuery);
  const erasing = useMutation({
    mutationFn: erase,
    onSuccess: ({ cleared }) => toast({ title: done.title, description: done.text(clearedText(cleared)) }),
    meta: { changes: 'all', failed, explain: explainError },
    onSettled: onClose,
  });
  return (
    <AlertDialog
      {...texts}
      onClose={onClose}
      danger
      pending={erasing.isPending}
      confirmDisabled={typed !== word}
      onConfirm={() => erasing.mutate()}
    >
      {data && <p className="rounded-lg bg-bad/12 p-3 text-bad">{dataSummary(data)}</p>}
      <LateBackup />
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === word && !erasing.isPending) erasing.mutate();
        }}
      >
        <InputField
          label={t('Type "{word}" to confirm', { word })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Form>
    </AlertDialog>
  );
}

function whyNotCleared(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t('Please log in to perform this action.');
  if (isRefused(error, 'owner_required')) return t('Only the platform owner can clear test balances.');
  return explain(error);
}
