import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Role, UserFlags } from '@sterling/contract/users.ts';
import { type ReactNode, useState } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { displayName } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { SwitchRow } from './control-row.tsx';
import { useEditPerson, useWithdrawReset } from './use-people.ts';

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'buyer', label: t('Buyer') },
  { value: 'seller', label: t('Seller') },
  { value: 'admin', label: t('Admin') },
];

interface EditUserDialogProps {
  person: AdminUser;
  onClose: () => void;
  /** Asks whether to ban the user and delete their data. */
  onBan: () => void;
  onResetFactor: () => void;
  /** Asks whether to sign the user out everywhere. */
  onSignOut: () => void;
}

/** Edits the role and flags of a user. The 'Banned' flag bans the user without deleting anything. */
export default function EditUserDialog({ person, onClose, ...steps }: EditUserDialogProps) {
  const { role, isOwner, isVerified, isBanned } = person;
  const [before] = useState<UserFlags>({ role, isOwner, isVerified, isBanned });
  const form = useContractForm(admin.editUser, {
    defaultValues: before,
    bodyOf: (draft) => ({ ...draft, isBanned: draft.isBanned && !draft.isOwner, before }),
  });
  const name = displayName(person.username);
  const edit = useEditPerson(person, onClose);
  const willOwn = useWatch({ control: form.control, name: 'isOwner' });
  return (
    <FormDialog
      title={t('Edit {username}', { username: name })}
      description={person.email ?? t('Discord {discordId}', { discordId: person.discordId })}
      submitLabel={t('Save changes')}
      isDirty={form.isDirty}
      isPending={edit.isPending}
      onSubmit={form.submit((body) => edit.mutate(body))}
      onClose={onClose}
    >
      <FormSelect control={form.control} name="role" label={t('Role')} choices={ROLES} />
      <div className="flex flex-col divide-y divide-line rounded-lg border border-line">
        <Flag
          control={form.control}
          name="isOwner"
          label={t('Owner')}
          description={
            willOwn && !isOwner
              ? t('{name} can then do everything that you can, and can remove other owners.', { name })
              : t('Full control of the platform.')
          }
        />
        <Flag
          control={form.control}
          name="isVerified"
          label={t('Verified')}
          description={t('Identity verified by staff.')}
        />
        <Flag
          control={form.control}
          name="isBanned"
          label={t('Banned')}
          description={
            willOwn
              ? t('An owner cannot be banned.')
              : t(
                  'Blocked and signed out. Unsent withdrawals and purchases, and undelivered trades, are refunded. No data is deleted.',
                )
          }
          disabled={willOwn}
        />
      </div>
      {person.hasFactor && <FactorRow person={person} onReset={steps.onResetFactor} onDone={onClose} />}
      <SignOutRow onSignOut={steps.onSignOut} />
      {!isOwner && !isBanned && <BanRow name={name} onBan={steps.onBan} />}
    </FormDialog>
  );
}

interface FactorRowProps {
  person: AdminUser;
  onReset: () => void;
  onDone: () => void;
}

/** For a person who lost their second factor and has no recovery code. */
function FactorRow({ person, onReset, onDone }: FactorRowProps) {
  const { factorResetDueAt: dueAt } = person;
  const withdraw = useWithdrawReset(person, onDone);
  return (
    <ActionRow
      title={t('Second factor')}
      description={
        dueAt
          ? t('Will be removed after {dueAt}.', { dueAt: formatTime(dueAt) })
          : t('Confirms their withdrawals and changes.')
      }
    >
      {dueAt ? (
        <Button variant="secondary" size="sm" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('Cancel the reset')}
        </Button>
      ) : (
        <Button variant="secondary" size="sm" onClick={onReset}>
          {t('Reset second factor')}
        </Button>
      )}
    </ActionRow>
  );
}

/** Ends all access of the user, for example after their Discord account was stolen. */
function SignOutRow({ onSignOut }: { onSignOut: () => void }) {
  return (
    <ActionRow
      title={t('Sign out everywhere')}
      description={t(
        'Ends all sessions, tokens and webhooks, and stops automatic orders. The user can sign in again.',
      )}
    >
      <Button variant="secondary" size="sm" onClick={onSignOut}>
        {t('End sessions')}
      </Button>
    </ActionRow>
  );
}

/** Owners cannot be banned. */
function BanRow({ name, onBan }: { name: string; onBan: () => void }) {
  return (
    <ActionRow
      title={t('Ban and delete data')}
      description={t('Cookies, proxies and listings are deleted permanently.')}
      className="border-bad/50"
    >
      <Button variant="danger-quiet" size="sm" wraps onClick={onBan}>
        {t('Ban {name}', { name })}
      </Button>
    </ActionRow>
  );
}

interface ActionRowProps {
  title: string;
  description: string;
  className?: string;
  children: ReactNode;
}

/** An action apart from the form. */
function ActionRow({ title, description, className, children }: ActionRowProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-4 py-3',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium text-1">{title}</p>
        <p className="text-3">{description}</p>
      </div>
      {children}
    </div>
  );
}

interface FlagProps {
  control: Control<UserFlags>;
  name: 'isOwner' | 'isVerified' | 'isBanned';
  label: string;
  description: string;
  disabled?: boolean;
}

function Flag({ control, name, disabled, ...texts }: FlagProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange } }) => (
        <SwitchRow
          {...texts}
          checked={value && !disabled}
          onChange={onChange}
          disabled={disabled ?? false}
          className="py-3 sm:px-4"
        />
      )}
    />
  );
}
