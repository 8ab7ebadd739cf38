import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_MB, PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { t } from '@sterling/contract/texts.ts';
import { answerOf, type CallInput, type CallOptions, noAnswer, type Parts, send } from './call.ts';

/** Saves a text that the page has as a file. `type`: its media type. */
export const downloadFile = (name: string, type: string, text: string): void =>
  save(name, new Blob([text], { type }));

/**
 * Saves the file that a GET endpoint answers with. A link could not ask for the check that the endpoint may need. Throws
 * ApiError on a refusal.
 */
export async function downloadFrom<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  name: string,
  options: CallOptions,
): Promise<void> {
  const response = await send(endpoint, input as Parts, options);
  if (!response.ok) await answerOf(endpoint, response);
  save(name, await response.blob().catch(noAnswer));
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
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
