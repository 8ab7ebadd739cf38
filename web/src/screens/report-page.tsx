import { t } from '@sterling/contract/texts.ts';
import { useRef } from 'react';
import { Link } from 'wouter';
import { Proof, ReportForm, type SentReport, useSentReport } from '../features/reports/report-form.tsx';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardBody } from '../kit/ui/card.tsx';
import { Wordmark } from '../kit/ui/logo.tsx';
import { PageHeader } from '../kit/ui/section-header.tsx';

/**
 * A form for people whose Roblox account is sold here without their permission. It works without signing in.
 */
export default function ReportPage() {
  const { sent, keep, forgetStored } = useSentReport();
  const main = useRef<HTMLElement>(null);
  /** What had the focus gives way to the next step. */
  const focusStep = () => main.current?.focus();
  const show = (report: SentReport | null) => {
    keep(report);
    focusStep();
  };
  const end = () => {
    forgetStored();
    focusStep();
  };
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col gap-6 p-5">
      <title>{t('Report an account · Sterling')}</title>
      <header className="flex h-14 items-center">
        <Link href="/" aria-label="Sterling">
          <Wordmark />
        </Link>
      </header>
      <main ref={main} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <PageHeader
          title={t('Report unauthorised use of your account')}
          subtitle={t('Tell us which Roblox account it is. Every report is reviewed by a person.')}
        />
        <Card>
          <CardBody>
            {sent ? (
              <Proof report={sent} onProven={end} onAnother={() => show(null)} />
            ) : (
              <ReportForm onSent={show} />
            )}
          </CardBody>
        </Card>
        <Button asChild variant="link" className="self-center">
          <Link href="/">{t('Back to Sterling')}</Link>
        </Button>
      </main>
    </div>
  );
}
