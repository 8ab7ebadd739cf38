import { admin } from '@sterling/contract/admin.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { counts } from './counts.ts';
import { TypedConfirm } from './typed-confirm.tsx';

const WORD = 'CLEAN';

/** Asks for confirmation before all users except owners are deleted with their data. */
export default function CleanDialog({ onClose }: { onClose: () => void }) {
  const clean = useMutation({
    mutationFn: () => call(admin.cleanDatabase, { body: { confirm: WORD } }),
    onSuccess: ({ cleared }) =>
      toast({ title: 'Database Cleaned', description: `Removed: ${counts(cleared)}` }),
    meta: {
      changes: 'all',
      failed: 'Error',
      explain: (error) => `Failed to clean database. ${explain(error)}`,
    },
    onSettled: onClose,
  });
  return (
    <TypedConfirm
      title="Clean the entire database?"
      description="Permanently deletes every user except owners, with their accounts, cookies, proxies, listings and balances. Make a backup first."
      word={WORD}
      confirmLabel="Clean Database"
      pending={clean.isPending}
      onConfirm={() => clean.mutate()}
      onClose={onClose}
    />
  );
}
