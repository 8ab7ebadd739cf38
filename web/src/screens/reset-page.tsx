import { t } from '@sterling/contract/texts.ts';
import { lazy, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { signedOutPage, useCurrentUser } from '../features/sessions/session.tsx';
import { displayName } from '../kit/format/format.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardBody } from '../kit/ui/card.tsx';
import { cn } from '../kit/ui/class-names.ts';
import { Overlays } from '../kit/ui/overlays.tsx';
import { PageHeader } from '../kit/ui/section-header.tsx';
import { PageSpinner } from '../kit/ui/spinner.tsx';

const DeleteAccountDialog = lazy(() => import('../features/own-data/delete-account-dialog.tsx'));
const EraseDialog = lazy(() => import('../features/admin/erase-dialog.tsx'));

const ROW = 'flex flex-col justify-between gap-x-6 gap-y-4 sm:flex-row sm:items-center';

/** Testing tools that reset the data. */
export default function ResetPage() {
  const { user } = useCurrentUser();
  const [deleting, setDeleting] = useState(false);
  const [clearing, setClearing] = useState(false);
  if (user === undefined) return <PageSpinner />;
  if (user === null) return <Redirect to={signedOutPage('/login')} replace />;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-4 p-5">
      <PageHeader
        title={t('Testing utilities')}
        subtitle={t('Signed in as {username}', { username: displayName(user.username) })}
      />
      <Card>
        <CardBody className={ROW}>
          <p className="text-pretty text-2">
            {t('Removes your account with all its data, so that you can sign in as new.')}
          </p>
          <Button variant="danger-quiet" onClick={() => setDeleting(true)}>
            {t('Delete my account')}
          </Button>
        </CardBody>
        {user.isOwner && (
          <CardBody className={cn(ROW, 'border-line border-t')}>
            <p className="text-pretty text-2">
              {t('Deletes every user except owners, with all their data.')}
            </p>
            <Button variant="danger-quiet" onClick={() => setClearing(true)}>
              {t('Clear all')}
            </Button>
          </CardBody>
        )}
      </Card>
      <Button asChild variant="link" className="self-start">
        <Link href="/dashboard">{t('Back to the dashboard')}</Link>
      </Button>
      <Overlays>
        {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
        {clearing && <EraseDialog action="clear" onClose={() => setClearing(false)} />}
      </Overlays>
    </main>
  );
}
