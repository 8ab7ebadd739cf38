import { MAX_PICTURE_MB, PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { t } from '@sterling/contract/texts.ts';
import { MAX_PICTURES, PICTURE_DAYS } from '@sterling/contract/transaction-pictures.ts';
import { ChevronLeft, ChevronRight, ImagePlus, type LucideIcon, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { FieldError } from '../../kit/ui/field.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { Picture } from '../../kit/ui/picture.tsx';
import { keepFocusInRows } from '../../kit/ui/side-sheet.tsx';
import {
  type NamedPicture,
  namedPictures,
  type PictureTrade,
  pictureAddress,
  problemOf,
  useAddPicture,
  useRemovePicture,
} from './pictures.ts';
import type { Party } from './trade.ts';

/** The evidence of both sides. The parties add pictures while the trade is open. */
export function TradePictures({ trade, party }: { trade: PictureTrade; party: Party }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const mayAdd = party !== 'staff' && trade.endedAt === null;
  const pictures = namedPictures(trade.pictures, party);
  if (!mayAdd && pictures.length === 0) return null;
  return (
    <section aria-label={t('Pictures')} className="flex flex-col gap-3">
      {pictures.length > 0 && (
        <ul ref={keepFocusInRows} className="flex flex-wrap gap-3">
          {pictures.map(({ id, name }) => (
            <li key={id} className="w-20">
              <button
                type="button"
                aria-label={t('{name}, open', { name })}
                onClick={() => setOpenId(id)}
                className="block w-full"
              >
                <Picture
                  src={pictureAddress(trade.id, id, { small: true })}
                  alt=""
                  loading="lazy"
                  className="size-20 rounded-lg border border-line bg-surface-2 object-cover"
                />
                <span className="mt-1 block truncate text-3 text-xs">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && <AddPictures trade={trade} party={party} />}
      <Overlays>
        {openId !== null && (
          <PictureViewer
            trade={trade}
            pictures={pictures}
            openId={openId}
            mayRemove={(picture) => mayAdd && picture.by === party}
            onOpen={setOpenId}
          />
        )}
      </Overlays>
    </section>
  );
}

function AddPictures({ trade, party }: { trade: PictureTrade; party: Party }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddPicture(trade.id);
  const count = trade.pictures.filter(({ by }) => by === party).length;
  const [counted, setCounted] = useState(count);
  if (counted !== count) {
    setCounted(count);
    setProblem(null);
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    const found = problemOf(files, MAX_PICTURES - count);
    setProblem(found);
    if (found) return;
    // one after the other, so that they keep their order
    for (const file of files) {
      await add.mutateAsync(file).catch(() => null);
    }
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Pictures to add')}
        accept={PICTURE_TYPES.join(',')}
        onChange={choose}
      />
      <Button
        variant="secondary"
        size="sm"
        pending={add.isPending}
        aria-disabled={count >= MAX_PICTURES}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden className="size-4" />
        {t('Add picture')}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
      <p className="text-3 text-xs">
        {t(
          "{count} of {maxPictures} added. PNG, JPEG or WebP, up to {most} MB each. Only the buyer, the seller and Sterling staff can see them. They're deleted {pictureDays} days after the trade ends.",
          { count, maxPictures: MAX_PICTURES, most: MAX_PICTURE_MB, pictureDays: PICTURE_DAYS },
        )}
      </p>
    </div>
  );
}

interface PictureViewerProps {
  trade: PictureTrade;
  pictures: readonly NamedPicture[];
  /** The shown picture. */
  openId: string;
  mayRemove: (picture: NamedPicture) => boolean;
  /** Null closes the viewer. */
  onOpen: (id: string | null) => void;
}

/** Shows one picture large, with the others a step away. */
function PictureViewer({ trade, pictures, openId, mayRemove, onOpen }: PictureViewerProps) {
  const index = pictures.findIndex(({ id }) => id === openId);
  const picture = pictures[index];
  if (!picture) return null;
  return (
    <Dialog
      onClose={() => onOpen(null)}
      title={t('Picture {index} of {count}', { index: index + 1, count: pictures.length })}
      description={originOf(picture)}
      className="sm:max-w-5xl"
    >
      <Picture
        src={pictureAddress(trade.id, picture.id)}
        alt={t('Evidence: {name}', { name: picture.name })}
        width={picture.width}
        height={picture.height}
        className="mx-auto h-auto max-h-[65dvh] w-auto max-w-full rounded-lg border border-line object-contain"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className={cn('flex gap-2', pictures.length === 1 && 'hidden')}>
          <Step icon={ChevronLeft} label={t('Previous picture')} to={pictures[index - 1]} onOpen={onOpen} />
          <Step icon={ChevronRight} label={t('Next picture')} to={pictures[index + 1]} onOpen={onOpen} />
        </div>
        {mayRemove(picture) && (
          <Remove key={picture.id} tradeId={trade.id} id={picture.id} onDone={() => onOpen(null)} />
        )}
      </div>
    </Dialog>
  );
}

function originOf({ by, isOwn, addedAt: at }: NamedPicture): string {
  const addedAt = formatTime(at);
  if (isOwn) return t('Added by you on {addedAt}', { addedAt });
  return by === 'buyer'
    ? t('Added by the buyer on {addedAt}', { addedAt })
    : t('Added by the seller on {addedAt}', { addedAt });
}

interface StepProps {
  icon: LucideIcon;
  label: string;
  to: NamedPicture | undefined;
  onOpen: (id: string) => void;
}

function Step({ to, onOpen, ...look }: StepProps) {
  return <IconButton {...look} variant="secondary" aria-disabled={!to} onClick={() => to && onOpen(to.id)} />;
}

function Remove({ tradeId, id, onDone }: { tradeId: string; id: string; onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const remove = useRemovePicture(tradeId, onDone);
  return (
    <>
      <Button variant="danger-quiet" size="sm" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t('Remove')}
      </Button>
      <AlertDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('Remove this picture?')}
        description={t('The other party and Sterling staff can no longer see it.')}
        confirmLabel={t('Remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      />
    </>
  );
}
