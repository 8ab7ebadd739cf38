import type { AdminUser } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { lazy, useState } from 'react';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { lazyNamed } from '../../kit/ui/lazy.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ENDS_WITH_SESSIONS } from '../sessions/access-ended.ts';
import type { PersonStep } from './person-actions.tsx';
import { useBan, useEndSessions } from './use-people.ts';

const CorrectionDialog = lazyNamed(async () => (await import('./person-dialogs.tsx')).CorrectionDialog);
const AllowAccountsDialog = lazyNamed(async () => (await import('./person-dialogs.tsx')).AllowAccountsDialog);
const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));
const ResetFactorDialog = lazyNamed(async () => (await import('./person-dialogs.tsx')).ResetFactorDialog);

interface PersonStepsProps {
  step: PersonStep;
  onClose: () => void;
}

/** The dialog of a step. What the edit dialog opens stands above it, so that it keeps what is not saved yet. */
export function PersonSteps({ step, onClose }: PersonStepsProps) {
  const [above, setAbove] = useState<PersonStep | null>(null);
  const closeAbove = () => setAbove(null);
  const closeAll = () => {
    closeAbove();
    onClose();
  };
  return (
    <>
      <StepDialog step={step} onStep={setAbove} onBanned={onClose} onClose={onClose} />
      <Overlays>
        {above && <StepDialog step={above} onStep={setAbove} onBanned={closeAll} onClose={closeAbove} />}
      </Overlays>
    </>
  );
}

interface StepDialogProps {
  step: PersonStep;
  onStep: (step: PersonStep) => void;
  onBanned: () => void;
  onClose: () => void;
}

function StepDialog({ step: { kind, person }, onStep, onBanned, onClose }: StepDialogProps) {
  if (kind === 'correct') return <CorrectionDialog person={person} onClose={onClose} />;
  if (kind === 'ban') return <BanDialog person={person} onBanned={onBanned} onClose={onClose} />;
  if (kind === 'reset-factor') return <ResetFactorDialog person={person} onClose={onClose} />;
  if (kind === 'allow-accounts') return <AllowAccountsDialog person={person} onClose={onClose} />;
  if (kind === 'sign-out') return <SignOutDialog person={person} onClose={onClose} />;
  return (
    <EditUserDialog
      person={person}
      onClose={onClose}
      onBan={() => onStep({ kind: 'ban', person })}
      onResetFactor={() => onStep({ kind: 'reset-factor', person })}
      onSignOut={() => onStep({ kind: 'sign-out', person })}
    />
  );
}

interface BanDialogProps {
  person: AdminUser;
  onBanned: () => void;
  onClose: () => void;
}

function BanDialog({ person, onBanned, onClose }: BanDialogProps) {
  const ban = useBan({ onBanned, onFailed: onClose });
  const name = displayName(person.username);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Ban {name} and delete their data?', { name })}
      description={t(
        'This permanently deletes their data, cookies, proxies and listings and signs them out everywhere. Unsent withdrawals and purchases, and undelivered trades, are refunded. The money in their wallets, {buyerBalance} as a buyer and {sellerBalance} as a seller, stays frozen in the ledger. Unbanning lets them sign in again but restores nothing.',
        {
          buyerBalance: formatUsd(person.buyerBalance),
          sellerBalance: formatUsd(person.sellerBalance),
        },
      )}
      confirmLabel={t('Ban {name}', { name })}
      danger
      pending={ban.isPending}
      onConfirm={() => ban.mutate(person)}
    />
  );
}

/** Asks before all access to an account ends. */
function SignOutDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const end = useEndSessions(person, onClose);
  const name = displayName(person.username);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Sign out {name} everywhere?', { name })}
      description={[
        t('Their sessions end.'),
        ENDS_WITH_SESSIONS,
        t('They are told in their inbox and can sign in again.'),
      ].join(' ')}
      confirmLabel={t('Sign out {name}', { name })}
      danger
      pending={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}
