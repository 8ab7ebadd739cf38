import { t } from '@sterling/contract/texts.ts';
import { Link } from 'wouter';
import { Button } from '../kit/ui/button.tsx';
import { Mark } from '../kit/ui/logo.tsx';

/** The page for addresses that do not exist. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div className="flex max-w-md flex-col items-center gap-4 text-center">
        <Mark className="mb-2 size-12" />
        <h1 className="font-semibold text-2xl tracking-tight">{t('404 Page Not Found')}</h1>
        <p className="text-2">{t('Did you forget to add the page to the router?')}</p>
        <Button asChild variant="secondary" className="mt-2">
          <Link href="/">{t('Back to Sterling')}</Link>
        </Button>
      </div>
    </main>
  );
}
