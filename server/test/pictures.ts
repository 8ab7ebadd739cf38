import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

interface PngParts {
  /** A text chunk. */
  readonly text?: string;
  /** Compressed rows. By default all pixels are black. */
  readonly rows?: Buffer;
  /** A grey value of the first pixel, so that pictures differ. */
  readonly grey?: number;
}

/** A grey PNG file. */
export function pngOf(width: number, height: number, { text, rows, grey = 0 }: PngParts = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(text === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))]),
    chunk('IDAT', rows ?? deflateSync(pixels(width, height, grey))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG file of less than 2 MB with coarse noise, which takes long to encode anew. `side` is in pixels. */
export function slowPictureOf(side: number): Promise<Buffer> {
  const size = { width: side / 4, height: side / 4 };
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .resize(side, side, { kernel: 'nearest' })
    .jpeg({ quality: 10 })
    .toBuffer();
}

function pixels(width: number, height: number, grey: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  rows[1] = grey;
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
