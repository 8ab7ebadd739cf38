import { t } from '@sterling/contract/texts.ts';
import { lazy, useState } from 'react';
import { Link } from 'wouter';
import { rich } from '../../kit/format/rich.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';

const TermsDialog = lazy(() => import('./terms-dialog.tsx'));

/** A small link. */
export const FINE_LINK = '-my-1 rounded-sm py-1 text-2 underline underline-offset-4 hover:text-1';

/** What everyone accepts who signs in. Stands below each button for it. */
export function FinePrint() {
  const [open, setOpen] = useState(false);
  return (
    <p className="text-balance text-3 text-xs">
      {rich('18+ only. By signing in you accept the {button}', {
        button: (
          <button type="button" onClick={() => setOpen(true)} className={FINE_LINK}>
            {t('terms')}
          </button>
        ),
      })}
      .{' '}
      <Link href="/report" className={FINE_LINK}>
        {t('Report misuse')}
      </Link>
      <Overlays>{open && <TermsDialog onClose={() => setOpen(false)} />}</Overlays>
    </p>
  );
}
