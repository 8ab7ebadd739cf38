import type { ApiCredential } from '@sterling/contract/api-credentials.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../data/server-time.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { SecuritySection } from '../factors/security-section.tsx';
import { useFirstFactor } from '../factors/use-factors.ts';
import { CreateDialog, credentialsQuery, scopeLabel, useRevokeCredential } from './credentials.tsx';

type Opened = 'create' | { revoke: ApiCredential } | null;

/** The user's API credentials. Without a second factor, the user sets one up here first. */
export default function ApiAccessSheet({ onClose }: { onClose: () => void }) {
  const { hasFactor, setsUp } = useFirstFactor(true);
  const query = useQuery(credentialsQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <SideSheet
      onClose={onClose}
      title={t('API access')}
      description={t('Tokens for your own programs. They can never withdraw money.')}
    >
      {hasFactor === false && (
        <Warning>
          {query.data && query.data.length > 0
            ? t(
                'Your tokens are paused, because API access needs a second factor. Set one up to use them again.',
              )
            : t('API access needs a second factor. Set one up first.')}
        </Warning>
      )}
      {setsUp && <SecuritySection />}
      <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
        {(credentials) => <Credentials credentials={credentials} onOpen={setOpened} />}
      </Loaded>
      {hasFactor && (
        <Button onClick={() => setOpened('create')}>
          <Plus aria-hidden className="size-4" />
          {t('Create a token')}
        </Button>
      )}
      <p className="text-3">
        {rich('{link} with examples for every call.', {
          link: (
            <a
              href="/api/docs"
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-2"
            >
              {t('API documentation')}
            </a>
          ),
        })}
      </p>
      <Overlays>
        {opened === 'create' && <CreateDialog onClose={close} />}
        {opened !== null && opened !== 'create' && (
          <RevokeDialog credential={opened.revoke} onClose={close} />
        )}
      </Overlays>
    </SideSheet>
  );
}

interface CredentialsProps {
  credentials: readonly ApiCredential[];
  onOpen: (what: Opened) => void;
}

function Credentials({ credentials, onOpen }: CredentialsProps) {
  if (credentials.length === 0) {
    return (
      <EmptyState icon={KeyRound} title={t('No tokens yet')} className="py-6">
        <p>{t('Create one to place orders or manage accounts from a program.')}</p>
      </EmptyState>
    );
  }
  return (
    <ul
      aria-label={t('API tokens')}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {credentials.map((credential) => (
        <Row key={credential.id} credential={credential} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Row({ credential, onOpen }: { credential: ApiCredential; onOpen: CredentialsProps['onOpen'] }) {
  const { name, scopes, networks, expiresAt, lastUsedAt, createdAt } = credential;
  const isExpired = expiresAt !== null && expiresAt.getTime() <= serverNow();
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 pt-1 font-medium text-1">{name}</p>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('Revoke {name}', { name })}
          onClick={() => onOpen({ revoke: credential })}
        >
          {t('Revoke')}
        </Button>
      </div>
      <p className="flex flex-wrap gap-1.5">
        {scopes.map((scope) => (
          <Badge key={scope} tone="neutral">
            {scopeLabel(scope)}
          </Badge>
        ))}
        {isExpired && <Badge tone="bad">{t('Expired')}</Badge>}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs [&_dd]:text-2 [&_dt]:text-3">
        <dt>{t('Networks')}</dt>
        <dd className="wrap-anywhere">{networks.length > 0 ? networks.join(', ') : t('Any')}</dd>
        <dt>{isExpired ? t('Expired') : t('Expires')}</dt>
        <dd>{expiresAt ? formatTime(expiresAt) : t('Never')}</dd>
        <dt>{t('Last used')}</dt>
        <dd>
          {lastUsedAt
            ? formatTime(lastUsedAt)
            : t('Never, created {createdAt}', { createdAt: formatTime(createdAt) })}
        </dd>
      </dl>
    </li>
  );
}

function RevokeDialog({ credential, onClose }: { credential: ApiCredential; onClose: () => void }) {
  const revoke = useRevokeCredential(onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Revoke “{name}”?', { name: credential.name })}
      description={t(
        'Programs that use its token stop working immediately. Orders that they placed continue.',
      )}
      confirmLabel={t('Revoke')}
      danger
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate(credential)}
    />
  );
}
