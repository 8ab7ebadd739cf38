import { MAX_PICTURE_BYTES, MAX_PICTURE_MB, PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { t } from '@sterling/contract/texts.ts';

/** Saves a text that the page has as a file. `type`: its media type. */
export function downloadFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  downloadFrom(address, name);
  URL.revokeObjectURL(address);
}

/** Saves what is at an address as a file. */
export function downloadFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** What is wrong with a chosen file before it is sent; null if nothing is. */
export function findFileProblem({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  const types: readonly string[] = PICTURE_TYPES;
  if (!types.includes(type)) return t('{name} is not a PNG, JPEG or WebP picture.', { name });
  return size > MAX_PICTURE_BYTES
    ? t('{name} is larger than {most} MB.', { name, most: MAX_PICTURE_MB })
    : null;
}

/** The content of a file in base64. */
export const base64Of = async (file: Blob): Promise<string> => (await dataUrlOf(file)).replace(/^[^,]*,/, '');

/** A file as a data address. The page's security policy refuses pictures at blob addresses. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
