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
    "That's a list of passes. Open your gamepass and copy its link.",
  ],
  [
    /^\/games\/\d+/,
    "That's a link to an experience. Open its Store tab, choose the gamepass and copy its link.",
  ],
  [
    /^\/(?:catalog|bundles|library)(?:\/|$)/,
    "That's a catalog item, such as a shirt. Only a gamepass can be bought here.",
  ],
  [
    /(?:developer-products|\/products?)(?:\/|$)/,
    "That's a developer product. Only a gamepass can be bought here.",
  ],
];

const NOT_ROBLOX = 'Only roblox.com links are accepted.';
const EXAMPLE =
  'Paste the link to your gamepass, such as https://www.roblox.com/game-pass/123456, or its ID.';
const BAD_NUMBER = "That gamepass ID isn't valid.";

/** Reads the id of a gamepass from an address in any of Roblox's forms, or from a plain number. Makes no call. */
export function readPassAddress(pasted: string): PassAddress {
  const text = pasted.trim();
  if (/^\d+$/.test(text)) return byNumber(text);
  const url = parseUrl(text);
  if (!url) return { help: EXAMPLE };
  if (!isAtRoblox(url)) return { help: NOT_ROBLOX };
  const path = url.pathname
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/, '')
    .replace(/(?<=.)\/$/, '');
  const named = NAMED_BY_PATH.map((form) => form.exec(path)?.[1]).find((id) => id !== undefined);
  const inQuery = CONFIGURE.test(path) ? url.searchParams.get('id') : url.searchParams.get('gamePassId');
  const number = named ?? inQuery;
  if (number && /^\d+$/.test(number)) return byNumber(number);
  return { help: MISTAKEN.find(([form]) => form.test(path))?.[1] ?? EXAMPLE };
}

function byNumber(digits: string): PassAddress {
  const id = Number(digits);
  return id > 0 && Number.isSafeInteger(id) ? { passId: String(id) } : { help: BAD_NUMBER };
}

/** Accepts addresses with and without a scheme. Returns null for schemes other than http and https. */
function parseUrl(text: string): URL | null {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\/[^/?#\s]+\.[^/?#\s]+/i.test(address)) return null;
  return URL.canParse(address) ? new URL(address) : null;
}

function isAtRoblox({ hostname, port, username, password }: URL): boolean {
  return HOSTS.includes(hostname) && port === '' && username === '' && password === '';
}
