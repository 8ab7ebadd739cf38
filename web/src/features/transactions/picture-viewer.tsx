import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { type NamedPicture, type PictureTrade, pictureAddress } from './pictures.ts';
import { useRemovePicture } from './use-pictures.ts';

interface PictureViewerProps {
  trade: PictureTrade;
  pictures: readonly NamedPicture[];
  /** The shown picture. Null: the viewer is closed. */
  openId: string | null;
  mayRemove: (picture: NamedPicture) => boolean;
  onOpen: (id: string | null) => void;
}

/** Shows one picture large, with the others a step away. */
export function PictureViewer({ trade, pictures, openId, mayRemove, onOpen }: PictureViewerProps) {
  const index = pictures.findIndex(({ id }) => id === openId);
  const picture = pictures[index];
  if (!picture) return null;
  const by = picture.by === 'buyer' ? 'the buyer' : 'the seller';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onOpen(null)}
      title={`Picture ${index + 1} of ${pictures.length}`}
      description={`${picture.name.startsWith('You') ? 'Added by you' : `Added by ${by}`} on ${formatTime(picture.addedAt)}`}
      className="sm:max-w-5xl"
    >
      <img
        src={pictureAddress(trade.id, picture.id)}
        alt={`Evidence: ${picture.name}`}
        width={picture.width}
        height={picture.height}
        className="mx-auto h-auto max-h-[65dvh] w-auto max-w-full rounded-lg border border-line object-contain"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex gap-2">
          <Step label="Previous picture" to={pictures[index - 1]} onOpen={onOpen}>
            <ChevronLeft aria-hidden className="size-4" />
          </Step>
          <Step label="Next picture" to={pictures[index + 1]} onOpen={onOpen}>
            <ChevronRight aria-hidden className="size-4" />
          </Step>
        </div>
        {mayRemove(picture) && (
          <Remove key={picture.id} tradeId={trade.id} id={picture.id} onDone={() => onOpen(null)} />
        )}
      </div>
    </Dialog>
  );
}

interface StepProps {
  label: string;
  to: NamedPicture | undefined;
  onOpen: (id: string) => void;
  children: React.ReactNode;
}

function Step({ label, to, onOpen, children }: StepProps) {
  return (
    <Button
      variant="secondary"
      size="icon-sm"
      aria-label={label}
      disabled={!to}
      onClick={() => to && onOpen(to.id)}
    >
      {children}
    </Button>
  );
}

function Remove({ tradeId, id, onDone }: { tradeId: string; id: string; onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const remove = useRemovePicture(tradeId, onDone);
  return (
    <>
      <Button variant="danger-quiet" size="sm" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
        Remove
      </Button>
      <AlertDialog
        open={asked}
        onOpenChange={setAsked}
        title="Remove this picture?"
        description="The other party and Sterling staff can no longer see it."
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      />
    </>
  );
}
