import type { AdminUser } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { KeyRound, LogOut, Pencil, Scale, Undo2, UserRoundCheck } from 'lucide-react';
import { createContext, useContext } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { ActionsMenu, MenuItem } from '../../kit/ui/dropdown-menu.tsx';
import { useUser } from '../sessions/session.tsx';
import { useUnban, useWithdrawReset } from './use-people.ts';

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
      <span className="inline-flex items-center gap-2">
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
  const mayAllow = person.barredAccounts > 0 && person.id !== me.id;
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
