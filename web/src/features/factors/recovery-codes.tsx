import { t } from '@sterling/contract/texts.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '../../data/files.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { DialogActions } from '../../kit/ui/overlay.tsx';
import { useNewCodes } from './use-factors.ts';

/** Replaces the recovery codes and shows the new ones. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useNewCodes(setCodes);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Make new recovery codes?')}
      description={t('Your old codes stop working immediately.')}
      confirmLabel={t('Make new codes')}
      pending={renew.isPending}
      onConfirm={() => renew.mutate()}
    />
  );
}

/** Shows recovery codes once, with ways to keep them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog
      onClose={onClose}
      shownOnce
      title={t('Save your recovery codes')}
      description={t(
        'Each code works once, if you lose your second factor. They are not shown again. Keep them outside this device.',
      )}
    >
      <ol
        aria-label={t('Recovery codes')}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg bg-surface-2 p-4"
      >
        {codes.map((code) => (
          <li key={code} className="text-center font-mono text-1 text-sm tabular-nums">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 *:grow">
        <CopyButton text={text} what={t('recovery codes')} withText announce={false} />
        <Button
          variant="secondary"
          onClick={() => downloadFile('sterling-recovery-codes.txt', 'text/plain', fileOf(text))}
        >
          <Download aria-hidden className="size-4" />
          {t('Download')}
        </Button>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('I have saved them')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const fileOf = (codes: string): string => `${t('Sterling recovery codes')}\n\n${codes}\n`;
