import { crc32, deflateSync } from 'node:zlib';
import { seededHex, seededInteger } from './seeded.ts';

/** A square avatar, always the same for the same name: a mirrored pattern of blocks on a dark background. */
export function portrait(name: string, sidePixels: number): Buffer {
  const ground = colour(name, 'ground', 20, 36);
  const light = colour(name, 'light', 110, 140);
  const bits = Number.parseInt(seededHex(`portrait/${name}`, 6), 16);
  const isLit = (x: number, y: number) => ((bits >> (y * 3 + Math.min(x, 4 - x))) & 1) === 1;

  const rows: Buffer[] = [];
  for (let y = 0; y < sidePixels; y++) {
    const row = Buffer.alloc(1 + sidePixels * 3);
    for (let x = 0; x < sidePixels; x++) {
      const [column, line] = [cell(x, sidePixels), cell(y, sidePixels)];
      const inside = column >= 0 && column < 5 && line >= 0 && line < 5;
      row.set(inside && isLit(column, line) ? light : ground, 1 + x * 3);
    }
    rows.push(row);
  }
  return png(sidePixels, Buffer.concat(rows));
}

// The picture has seven cells in each direction. The outer ring is a margin.
function cell(pixel: number, sidePixels: number): number {
  return Math.floor((pixel * 7) / sidePixels) - 1;
}

function colour(name: string, part: string, from: number, spread: number): number[] {
  return ['red', 'green', 'blue'].map(
    (channel) => from + seededInteger(`${part}/${channel}/${name}`, spread),
  );
}

function png(sidePixels: number, scanlines: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(scanlines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
