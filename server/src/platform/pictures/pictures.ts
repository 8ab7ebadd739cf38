import { MAX_PICTURE_BYTES, MAX_PICTURE_MB } from '@sterling/contract/pictures.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { FastifyReply } from 'fastify';
import type { OutputInfo, Sharp } from 'sharp';
import { refuse } from '../../refusal.ts';
import { openTurns } from '../limits/turns.ts';

/** A picture that was decoded and written anew as WebP, so that nothing but its pixels is left of the file. */
export interface CleanPicture {
  readonly picture: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/** How each accepted type begins, in hex. The decoder must agree with it. */
const SIGNATURES = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
} as const;
type Format = keyof typeof SIGNATURES;

/** A small file may hold an enormous picture. */
const MAX_PIXELS = 25_000_000;
/** For all steps of one picture together. */
const MAX_SECONDS = 20;
/** Decoding and encoding take up to 350 MB, so the others wait. */
const decoding = openTurns();

interface Size {
  /** Longest side in pixels. */
  readonly side: number;
  readonly quality: number;
}
const LARGEST: Size = { side: 4096, quality: 90 };
/** Tried in this order until the picture is small enough. With the last, even noise is small enough. */
const SIZES: readonly Size[] = [
  LARGEST,
  { side: 4096, quality: 70 },
  { side: 2560, quality: 70 },
  { side: 1280, quality: 60 },
];
const THUMBNAIL: Size = { side: 320, quality: 70 };
/** A picture that is more than this many times too large needs fewer pixels: a lower quality alone saves too little. */
const MAX_TIMES_TOO_LARGE = 2;

/**
 * Decodes a PNG, JPEG or WebP picture and encodes it anew, without metadata, later frames, or anything else in the file.
 * Its type is told by its content. One picture is decoded at a time, and users take turns. Refuses with not_a_picture.
 */
export async function cleanPicture(userId: string, file: Buffer, maxBytes: number): Promise<CleanPicture> {
  const format = formatOf(file) ?? refuse('not_a_picture');
  return decoding.run(userId, () => cleanAs(file, format, maxBytes));
}

/** Cleans a picture that a user sends in base64. Refuses with picture_too_large above the largest size, or not_a_picture. */
export async function cleanUpload(userId: string, base64: string): Promise<CleanPicture> {
  const file = Buffer.from(base64, 'base64');
  if (file.length > MAX_PICTURE_BYTES)
    refuse('picture_too_large', {
      hint: phrase('A picture can have at most {most} MB.', { most: MAX_PICTURE_MB }),
    });
  return cleanPicture(userId, file, MAX_PICTURE_BYTES);
}

/** Replies with a stored picture or thumbnail. `name` is the name under which browsers save it. */
export const sendPicture = (reply: FastifyReply, file: Buffer, name: string): FastifyReply =>
  reply.type('image/webp').header('content-disposition', `inline; filename="${name}.webp"`).send(file);

function formatOf(file: Buffer): Format | null {
  const start = file.subarray(0, 12).toString('hex');
  const formats = Object.keys(SIGNATURES) as Format[];
  return formats.find((format) => SIGNATURES[format].test(start)) ?? null;
}

async function cleanAs(file: Buffer, format: Format, maxBytes: number): Promise<CleanPicture> {
  const decoder = await openDecoder();
  const secondsLeft = openDeadline(MAX_SECONDS);
  const metadata = await decoder.open(file).metadata().catch(refuseUnreadable);
  if (metadata.format !== format) refuse('not_a_picture');
  const write = (pipeline: Sharp) =>
    pipeline
      .timeout({ seconds: secondsLeft() })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseUnreadable);
  const decoded = resize(decoder.open(file).autoOrient(), LARGEST).toColorspace('srgb').raw();
  const { data: pixels, info: raw } = await write(decoded);
  const encode = (size: Size) =>
    write(resize(decoder.openPixels(pixels, raw), size).webp({ quality: size.quality, effort: 2 }));
  const thumbnail = await encode(THUMBNAIL);
  let tried: Tried | null = null;
  for (const size of SIZES) {
    if (tried && isHopeless(size, tried, maxBytes)) continue;
    const { data, info } = await encode(size);
    if (data.length <= maxBytes)
      return { picture: data, thumbnail: thumbnail.data, width: info.width, height: info.height };
    tried = { bytes: data.length, quality: size.quality, side: Math.max(info.width, info.height) };
  }
  return refuse('picture_too_large');
}

/** A picture that was encoded and is too large. */
interface Tried extends Size {
  readonly bytes: number;
}

/** Whether this size has the pixels of the one before and will be too large as well. */
function isHopeless({ side, quality }: Size, tried: Tried, maxBytes: number): boolean {
  const hasSamePixels = tried.side <= side;
  return hasSamePixels && (quality === tried.quality || tried.bytes > maxBytes * MAX_TIMES_TOO_LARGE);
}

const resize = (decoded: Sharp, { side }: Size): Sharp =>
  decoded.resize(side, side, { fit: 'inside', withoutEnlargement: true });

/** Returns how many whole seconds are left until the deadline. Refuses with not_a_picture after it. */
function openDeadline(seconds: number): () => number {
  const deadline = performance.now() + seconds * 1000;
  return () => {
    const left = Math.ceil((deadline - performance.now()) / 1000);
    return left > 0 ? left : refuseUnreadable();
  };
}

/** The decoder's errors describe the file. They are the sender's fault. */
const refuseUnreadable = (): never =>
  refuse('not_a_picture', { hint: phrase('The file could not be read.') });

interface Decoder {
  open(file: Buffer): Sharp;
  openPixels(pixels: Buffer, raw: OutputInfo): Sharp;
}
let opened: Promise<Decoder> | undefined;

/** Loads the decoder with the first picture, because few processes need it. Loaders of other types are switched off. */
function openDecoder(): Promise<Decoder> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return {
      open: (file) => sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }),
      openPixels: (pixels, { width, height, channels }) =>
        sharp(pixels, { raw: { width, height, channels } }),
    };
  });
  return opened;
}
