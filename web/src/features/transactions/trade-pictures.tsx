import { PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { MAX_PICTURES, PICTURE_DAYS } from '@sterling/contract/transaction-pictures.ts';
import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { PictureViewer } from './picture-viewer.tsx';
import { namedPictures, type PictureTrade, pictureAddress, problemOf } from './pictures.ts';
import type { Party } from './trade.ts';
import { useAddPicture } from './use-pictures.ts';

/** The evidence of both sides. The parties add pictures while the trade is open. */
export function TradePictures({ trade, party }: { trade: PictureTrade; party: Party }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const mayAdd = party !== 'staff' && trade.endedAt === null;
  const pictures = namedPictures(trade.pictures, party);
  if (!mayAdd && pictures.length === 0) return null;
  return (
    <section aria-label="Pictures" className="flex flex-col gap-3">
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {pictures.map(({ id, name }) => (
            <li key={id} className="w-20">
              <button
                type="button"
                aria-label={`${name}, open`}
                onClick={() => setOpenId(id)}
                className="block w-full"
              >
                <img
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
      <PictureViewer
        trade={trade}
        pictures={pictures}
        openId={openId}
        mayRemove={(picture) => mayAdd && picture.by === party}
        onOpen={setOpenId}
      />
    </section>
  );
}

function AddPictures({ trade, party }: { trade: PictureTrade; party: Party }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddPicture(trade.id);
  const count = trade.pictures.filter(({ by }) => by === party).length;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    const found = problemOf(files, MAX_PICTURES - count);
    setProblem(found);
    if (found) return;
    // one after the other, so that they keep their order
    for (const file of files) {
      const added = await add.mutateAsync(file).catch(() => null);
      if (!added) return;
    }
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Pictures to add"
        accept={PICTURE_TYPES.join(',')}
        onChange={choose}
      />
      <Button
        variant="secondary"
        size="sm"
        pending={add.isPending}
        disabled={count >= MAX_PICTURES}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden className="size-4" />
        Add picture
      </Button>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <p className="text-3 text-xs">
        {count} of {MAX_PICTURES} added. PNG, JPEG or WebP, up to 2 MB each. Only the buyer, the seller and
        Sterling staff can see them. They're deleted {PICTURE_DAYS} days after the trade ends.
      </p>
    </div>
  );
}
