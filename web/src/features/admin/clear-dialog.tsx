import { admin } from '@sterling/contract/admin.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { counts } from './counts.ts';
import { TypedConfirm } from './typed-confirm.tsx';

const WORD = 'CLEAR';

/** Asks for confirmation before all test data and users are deleted. */
export default function ClearDialog({ onClose }: { onClose: () => void }) {
  const clear = useMutation({
    mutationFn: () => call(admin.clearTestBalances, { body: { confirm: WORD } }),
    onSuccess: ({ cleared }) =>
      toast({ title: 'Test Balances Cleared', description: `Cleared: ${counts(cleared)}` }),
    meta: { changes: 'all', failed: 'Clear Failed', explain: whyNotCleared },
    onSettled: onClose,
  });
  return (
    <TypedConfirm
      title="Clear all test data and users?"
      description="Permanently deletes every user except owners, with their accounts, cookies, proxies, listings and balances."
      word={WORD}
      confirmLabel="Clear Test Balances"
      pending={clear.isPending}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
    />
  );
}

function whyNotCleared(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'Please log in to perform this action.';
  if (error instanceof ApiError && error.code === 'owner_required')
    return 'Only the platform owner can clear test balances.';
  return explain(error);
}
