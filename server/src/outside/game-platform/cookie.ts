const NAME = '.ROBLOSECURITY';
const WARNING =
  '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_';
/** RFC 6265 cookie-octet: characters that cannot end the value or the header. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/**
 * The session cookie's value from pasted text: with or without its name, warning prefix, quotes, blanks or line breaks,
 * or from a whole Cookie header. Null when the text is not a cookie.
 */
export function normaliseCookie(pasted: string): string | null {
  const parts = pasted
    .replaceAll(/\s+/g, '')
    .replace(/^cookie:/i, '')
    .split(';');
  const prefix = `${NAME}=`.toLowerCase();
  const named = parts.find((part) => part.toLowerCase().startsWith(prefix));
  const bare = (named ? named.slice(prefix.length) : (parts[0] ?? '')).replace(/^"(.*)"$/, '$1');
  const secret = bare.replace(/^_\|WARNING:.*?\|_/i, '');
  if (!VALUE.test(secret)) return null;
  return bare === secret ? WARNING + secret : bare;
}

/** The Cookie header of a session. */
export const cookieHeader = (cookie: string): string => `${NAME}=${cookie}`;

/** The new session cookie that an answer sets, or null. An empty or expired cookie is a sign-out, not a rotation. */
export function rotatedCookie(setCookie: string | string[] | undefined): string | null {
  for (const line of [setCookie ?? []].flat()) {
    const [pair = '', ...attributes] = line.split(';');
    const value = pair.trim().startsWith(`${NAME}=`) ? pair.trim().slice(NAME.length + 1) : '';
    if (VALUE.test(value) && !attributes.some(isOver)) return value;
  }
  return null;
}

function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.trim().split(/=(.*)/);
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
}
