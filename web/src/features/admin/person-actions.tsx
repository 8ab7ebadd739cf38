import type { AdminUser } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { KeyRound, LogOut, Pencil, Scale, Undo2, UserRoundCheck } from 'lucide-react';
import { createContext, lazy, useContext, useState } from 'react';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { ActionsMenu, MenuItem } from '../../kit/ui/dropdown-menu.tsx';
import { lazyNamed } from '../../kit/ui/lazy.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { useUser } from '../sessions/session.tsx';
import { ENDS_WITH_SESSIONS } from '../sessions/session-texts.ts';
import { useBan, useEndSessions, useUnban, useWithdrawReset } from './use-people.ts';

export interface PersonStep {
  readonly kind: 'edit' | 'correct' | 'ban' | 'reset-factor' | 'sign-out' | 'allow-accounts';
  readonly person: AdminUser;
}

/** Opens the dialog of a step. */
export const PersonStepContext = createContext<(step: PersonStep) => void>(() => undefined);

/** What staff can do with a user. Owners can change users, admins can help with lost factors and stolen sessions. */
export function PersonActions({ person }: { person: AdminUser }) {
  const { isOwner } = useUser();
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {isOwner && person.isBanned && <UnbanButton person={person} />}
      <span className="inline-flex large-text:flex-wrap items-center gap-2">
        {isOwner && <OwnerButtons person={person} />}
        <PersonMenu person={person} />
      </span>
    </span>
  );
}

function OwnerButtons({ person }: { person: AdminUser }) {
  const open = useContext(PersonStepContext);
  const name = displayName(person.username);
  return (
    <>
      <IconButton
        icon={Scale}
        variant="secondary"
        label={t("Correct {name}'s wallet", { name })}
        title={t('Correct a wallet')}
        onClick={() => open({ kind: 'correct', person })}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('Edit {name}', { name })}
        onClick={() => open({ kind: 'edit', person })}
      >
        <Pencil aria-hidden className="size-4" />
        {t('Edit')}
      </Button>
    </>
  );
}

function UnbanButton({ person }: { person: AdminUser }) {
  const unban = useUnban();
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t('Unban {name}', { name: displayName(person.username) })}
      pending={unban.isPending}
      onClick={() => unban.mutate(person)}
    >
      {t('Unban')}
    </Button>
  );
}

/** The server refuses the same: nobody resets their own factor, and only owners act on staff and on owners. */
function PersonMenu({ person }: { person: AdminUser }) {
  const open = useContext(PersonStepContext);
  const me = useUser();
  const withdraw = useWithdrawReset(person);
  const mayReset = person.hasFactor && person.id !== me.id && (me.isOwner || !isStaff(person));
  const maySignOut = me.isOwner || !person.isOwner;
  const isWaiting = person.factorResetDueAt !== null;
  const mayAllow = person.excludedAccounts > 0 && person.id !== me.id;
  if (!mayReset && !isWaiting && !maySignOut && !mayAllow) return null;
  return (
    <ActionsMenu of={displayName(person.username)} pending={withdraw.isPending}>
      {isWaiting ? (
        <MenuItem icon={Undo2} onSelect={() => withdraw.mutate()}>
          {t('Cancel the reset')}
        </MenuItem>
      ) : (
        mayReset && (
          <MenuItem icon={KeyRound} onSelect={() => open({ kind: 'reset-factor', person })}>
            {t('Reset second factor')}
          </MenuItem>
        )
      )}
      {mayAllow && (
        <MenuItem icon={UserRoundCheck} onSelect={() => open({ kind: 'allow-accounts', person })}>
          {t('Allow Roblox accounts again')}
        </MenuItem>
      )}
      {maySignOut && (
        <MenuItem icon={LogOut} onSelect={() => open({ kind: 'sign-out', person })}>
          {t('Sign out everywhere')}
        </MenuItem>
      )}
    </ActionsMenu>
  );
}

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
