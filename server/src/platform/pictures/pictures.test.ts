import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../../../test/pictures.ts';
import { cleanPicture } from './pictures.ts';

const LIMIT = 2 * 1024 * 1024;
const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });
const clean = (file: Buffer, limit = LIMIT) => cleanPicture('ada', file, limit);
const NOT_A_PICTURE = { code: 'not_a_picture' };

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('of type %s becomes WebP of the same size', async (type) => {
    const cleaned = await clean(await plain().toFormat(type).toBuffer());
    expect([cleaned.width, cleaned.height]).toEqual([60, 40]);
    for (const file of [cleaned.picture, cleaned.thumbnail])
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
  });

  test('loses its metadata, and is turned as the camera said', async () => {
    const exif = { IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const described = plain().withExif(exif).withXmp('<x:xmpmeta>SecretPlace</x:xmpmeta>');
    const file = await described.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(file.includes('SecretCam') && file.includes('SecretPlace')).toBe(true);
    const { picture, thumbnail, width, height } = await clean(file);
    expect([width, height]).toEqual([40, 60]);
    for (const kept of [picture, thumbnail]) {
      expect(kept.includes('Secret')).toBe(false);
      const { exif: left, xmp, icc, orientation } = await sharp(kept).metadata();
      expect([left, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  test.each([
    ['grey', { r: 90, g: 90, b: 90, alpha: 1 }],
    ['grey and transparent', { r: 90, g: 90, b: 90, alpha: 0.4 }],
    ['coloured', { r: 200, g: 60, b: 30, alpha: 1 }],
    ['coloured and transparent', { r: 200, g: 60, b: 30, alpha: 0.4 }],
  ])('that is %s stays so', async (_what, background) => {
    const { r, g, b, alpha } = background;
    const drawn = sharp({ create: { width: 400, height: 300, channels: alpha < 1 ? 4 : 3, background } });
    const file = await drawn
      .toColorspace(r === g ? 'b-w' : 'srgb')
      .png()
      .toBuffer();
    const { picture, thumbnail } = await clean(file);
    for (const kept of [picture, thumbnail]) {
      const pixels = await sharp(kept).ensureAlpha().raw().toBuffer();
      for (const [index, value] of [r, g, b, alpha * 255].entries())
        expect(Math.abs(pixels[index]! - value)).toBeLessThan(5);
    }
  });

  test('keeps nothing that is hidden behind or inside it', async () => {
    const markup = '<script>alert(1)</script>';
    const behind = Buffer.concat([await plain().png().toBuffer(), Buffer.from(`PK\u0003\u0004${markup}`)]);
    const inside = pngOf(60, 40, { text: markup });
    for (const file of [behind, inside]) {
      expect(file.includes(markup)).toBe(true);
      const { picture, thumbnail } = await clean(file);
      expect(Buffer.concat([picture, thumbnail]).includes('script')).toBe(false);
    }
  });

  test('of noise is made smaller until it fits', async () => {
    const pixels = randomBytes(1600 * 1600 * 3);
    const noise = await sharp(pixels, { raw: { width: 1600, height: 1600, channels: 3 } })
      .jpeg()
      .toBuffer();
    const { picture, thumbnail, width } = await clean(noise);
    expect([picture.length <= LIMIT, thumbnail.length <= 131_072, width]).toEqual([true, true, 1280]);
    await expect(clean(noise, 10_000)).rejects.toMatchObject({ code: 'picture_too_large' });
  });
});

describe('refuses', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.4')],
    ['a signature with nothing behind it', Buffer.from('89504e470d0a1a0a', 'hex')],
    [
      'SVG behind the signature of a JPEG',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('<svg/>')]),
    ],
  ])('%s', async (_what, file) => {
    await expect(clean(file)).rejects.toMatchObject(NOT_A_PICTURE);
  });

  test('other types of the decoder, whatever they are called', async () => {
    const tiff = await plain().tiff().toBuffer();
    await expect(clean(tiff)).rejects.toMatchObject(NOT_A_PICTURE);
    await expect(sharp(tiff).metadata()).rejects.toThrow();
  });

  test('a picture that ends too early', async () => {
    const whole = await plain().png({ compressionLevel: 0 }).toBuffer();
    await expect(clean(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(NOT_A_PICTURE);
  });

  test('a small file with an enormous picture, within a second', async () => {
    const bomb = pngOf(30_000, 30_000, { rows: deflateSync(Buffer.alloc(1_000_000)) });
    const started = performance.now();
    await expect(clean(bomb)).rejects.toMatchObject(NOT_A_PICTURE);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
