import { UNPRINTABLE } from '@sterling/contract/fields.ts';
import { text } from '@sterling/contract/texts.ts';

/** The gamepass that a pasted address names, or a hint how to find the address of a gamepass. */
export type PassAddress = { readonly passId: string } | { readonly help: string };

const HOSTS = ['roblox.com', 'www.roblox.com', 'web.roblox.com', 'create.roblox.com'];

/** Paths that name a pass. The first group is the id. */
const NAMED_BY_PATH = [
  /^\/game[-_]pass\/(\d+)(?:\/[^/]*)?$/,
  /^\/dashboard\/creations\/experiences\/\d+\/passes\/(\d+)(?:\/(?:overview|configure|sales))?$/,
];
const CONFIGURE = /^\/game-pass\/configure$/;

/** Paths that people mistake for a gamepass, each with its own hint. */
const MISTAKEN: readonly (readonly [path: RegExp, help: string])[] = [
  [
    /\/(?:monetization\/passes|passes|associated-items)$/,
    text("That's a list of passes. Open your gamepass and copy its link."),
  ],
  [/^\/games\/\d+/, text("That's a link to an experience. Choose one of its gamepasses.")],
  [
    /^\/(?:catalog|bundles|library)(?:\/|$)/,
    text("That's a catalog item, such as a shirt. Only a gamepass can be bought here."),
  ],
  [
    /(?:developer-products|\/products?)(?:\/|$)/,
    text("That's a developer product. Only a gamepass can be bought here."),
  ],
];

const NOT_ROBLOX = text('Only roblox.com links are accepted.');
const EXAMPLE = text(
  'Paste the link to your gamepass, such as https://www.roblox.com/game-pass/123456, or its ID.',
);
const BAD_NUMBER = text("That gamepass ID isn't valid.");

/** Reads the id of a gamepass from an address in any of Roblox's forms, or from a plain number. Makes no call. */
export function readPassAddress(pasted: string): PassAddress {
  const written = pasted.trim();
  if (/^\d+$/.test(written)) return byNumber(written);
  // a URL parser skips line breaks, and others read the address as it was written
  const url = UNPRINTABLE.test(written) ? null : parseUrl(written);
  if (!url) return { help: EXAMPLE };
  if (!isAtRoblox(url)) return { help: NOT_ROBLOX };
  const path = pathOf(url);
  const named = NAMED_BY_PATH.map((form) => form.exec(path)?.[1]).find((id) => id !== undefined);
  const inQuery = CONFIGURE.test(path) ? url.searchParams.get('id') : url.searchParams.get('gamePassId');
  const number = named ?? inQuery;
  if (number && /^\d+$/.test(number)) return byNumber(number);
  return { help: MISTAKEN.find(([form]) => form.test(path))?.[1] ?? EXAMPLE };
}

/** The owner that a typed text names, or a hint what to type. */
export type OwnerAddress =
  | { readonly owner: { readonly kind: 'user' | OwnerKind; readonly id: string } }
  | { readonly help: string };

/** Addresses that name an owner. The first group is the id. */
const OWNERS = [
  [/^\/users\/(\d+)(?:\/|$)/, 'user-id'],
  [/^\/games\/(\d+)(?:\/|$)/, 'place'],
  [/^\/dashboard\/creations\/experiences\/(\d+)(?:\/|$)/, 'universe'],
] as const satisfies readonly (readonly [path: RegExp, kind: string])[];
type OwnerKind = (typeof OWNERS)[number][1];
const USERNAME = /^@?([a-z\d]\w{1,18}[a-z\d])$/i;

/** Reads a username, or the address of a profile or an experience. Makes no call. */
export function readOwner(typed: string): OwnerAddress {
  const written = typed.trim();
  const username = USERNAME.exec(written)?.[1];
  if (username) return { owner: { kind: 'user', id: username } };
  const url = parseUrl(written);
  if (!url) return { help: text('For example NovaBuilds, or https://www.roblox.com/games/123456.') };
  if (!isAtRoblox(url)) return { help: NOT_ROBLOX };
  const path = pathOf(url);
  for (const [form, kind] of OWNERS) {
    const id = form.exec(path)?.[1];
    if (id && 'passId' in byNumber(id)) return { owner: { kind, id: String(Number(id)) } };
  }
  if ('passId' in readPassAddress(written))
    return { help: text("That's a link to a gamepass. Paste it as the gamepass URL.") };
  return {
    help: text('That link names no profile and no experience. Open your experience and copy its link.'),
  };
}

/** The path without the language and without a slash at its end. */
const pathOf = ({ pathname }: URL): string =>
  pathname
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/, '')
    .replace(/(?<=.)\/$/, '');

function byNumber(digits: string): PassAddress {
  const id = Number(digits);
  return id > 0 && Number.isSafeInteger(id) ? { passId: String(id) } : { help: BAD_NUMBER };
}

/** Accepts addresses with and without a scheme. Returns null for schemes other than http and https. */
function parseUrl(written: string): URL | null {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`;
  if (!/^https?:\/\/[^/?#\s]+\.[^/?#\s]+/i.test(address)) return null;
  return URL.canParse(address) ? new URL(address) : null;
}

function isAtRoblox({ hostname, port, username, password }: URL): boolean {
  return HOSTS.includes(hostname) && port === '' && username === '' && password === '';
}
