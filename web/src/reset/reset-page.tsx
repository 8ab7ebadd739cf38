import { lazy, Suspense, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { displayName } from '../format.ts';
import { useCurrentUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

const DeleteAccountDialog = lazy(() => import('../session/delete-account-dialog.tsx'));

/** Testing utilities: to start anew. */
export default function ResetPage() {
  const { user } = useCurrentUser();
  const [deleting, setDeleting] = useState(false);
  if (user === undefined) return <PageSpinner />;
  if (user === null) return <Redirect to="/login" replace />;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-4 p-5">
      <Card>
        <CardHeader
          title={<h1>Testing utilities</h1>}
          description={`Signed in as ${displayName(user.username)}`}
        />
        <CardBody className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-xs text-2">
            Removes your account with all its data, so that you can sign in as new.
          </p>
          <Button variant="danger-quiet" onClick={() => setDeleting(true)}>
            Delete my account
          </Button>
        </CardBody>
      </Card>
      <Button asChild variant="link" className="self-center">
        <Link href="/dashboard">Back to the dashboard</Link>
      </Button>
      {deleting && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </main>
  );
}
