import { useEffect } from 'react';
import { Link } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Card, CardBody } from '../ui/card.tsx';
import { Wordmark } from '../ui/logo.tsx';
import { PageHeader } from '../ui/section-header.tsx';
import { Proof } from './proof.tsx';
import { ReportForm } from './report-form.tsx';
import { useSentReport } from './use-report.ts';

/**
 * A form for people whose Roblox account is sold here without their permission. It works without signing in.
 */
export default function ReportPage() {
  const { sent, keep } = useSentReport();
  useEffect(() => {
    document.title = 'Report an account · Sterling';
  }, []);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col gap-6 p-5">
      <header className="flex h-14 items-center">
        <Link href="/" aria-label="Sterling">
          <Wordmark />
        </Link>
      </header>
      <main className="flex flex-col gap-5">
        <PageHeader
          title="My account was used without permission"
          subtitle="Tell us which Roblox account it is. A person looks at every report."
        />
        <Card>
          <CardBody>
            {sent ? <Proof report={sent} onAnother={() => keep(null)} /> : <ReportForm onSent={keep} />}
          </CardBody>
        </Card>
        <Button asChild variant="link" className="self-center">
          <Link href="/">Back to Sterling</Link>
        </Button>
      </main>
    </div>
  );
}
