import { describe, expect, it } from 'vitest';
import { readOwner, readPassAddress } from './gamepasses.rules.ts';

const AT = 'https://www.roblox.com';
const NAMED = [
  '123456',
  '  123456\n',
  `${AT}/game-pass/123456`,
  `${AT}/game-pass/123456/`,
  `${AT}/game-pass/123456/-`,
  `${AT}/game-pass/123456/VIP-Access?refPageId=9f#!/about`,
  `${AT}/game_pass/123456`,
  `${AT}/Game-Pass/123456/VIP`,
  `${AT}/de/game-pass/123456/VIP`,
  `${AT}/pt-br/game-pass/123456`,
  `${AT}/game-pass/configure?id=123456`,
  `${AT}/game-pass/configure?id=123456#!/sales`,
  `${AT}/games/77/Obby?gamePassId=123456`,
  'http://roblox.com/game-pass/123456',
  'https://roblox.com:443/game-pass/123456',
  'https://web.roblox.com/game-pass/123456',
  'www.roblox.com/game-pass/123456',
  'https://create.roblox.com/dashboard/creations/experiences/998877/passes/123456',
  'https://create.roblox.com/dashboard/creations/experiences/998877/passes/123456/overview',
  'https://create.roblox.com/dashboard/creations/experiences/998877/passes/123456/configure',
  'https://create.roblox.com/dashboard/creations/experiences/998877/passes/123456/sales?x=1',
];

const REFUSED: readonly (readonly [pasted: string, help: RegExp])[] = [
  ['', /Paste the link/],
  ['my pass', /Paste the link/],
  ['javascript:alert(1)', /Paste the link/],
  ['ftp://www.roblox.com/game-pass/1', /Paste the link/],
  [`${AT}/game-pass/`, /Paste the link/],
  [`${AT}/game-pass/12a`, /Paste the link/],
  [`${AT}/game-pass/-5`, /Paste the link/],
  // sellers and staff read the address as it was written
  [`${AT}/game-pass/123456?\nhttps://evil.example/`, /Paste the link/],
  [`${AT}/game-pass/123456?\u202egnp.`, /Paste the link/],
  [`${AT}/users/123456/profile`, /Paste the link/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/monetization/passes', /list of passes/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/passes', /list of passes/],
  [
    'https://create.roblox.com/dashboard/creations/experiences/9/associated-items?activeTab=Pass',
    /list of passes/,
  ],
  [`${AT}/games/123456#!/store`, /Choose one of its/],
  [`${AT}/de/games/123456/Obby`, /Choose one of its/],
  [`${AT}/catalog/123456/Shirt`, /catalog/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/developer-products/5', /developer product/],
  ['https://roblox.com.evil.example/game-pass/123456', /Only roblox\.com links/],
  ['https://rob1ox.com/game-pass/123456', /Only roblox\.com links/],
  ['https://evil.example/www.roblox.com/game-pass/123456', /Only roblox\.com links/],
  ['https://www.rοblox.com/game-pass/123456', /Only roblox\.com links/],
  ['https://xn--rblox-0qa.com/game-pass/123456', /Only roblox\.com links/],
  ['https://www.roblox.com@evil.example/game-pass/123456', /Only roblox\.com links/],
  ['https://me:secret@www.roblox.com/game-pass/123456', /Only roblox\.com links/],
  ['https://www.roblox.com:8443/game-pass/123456', /Only roblox\.com links/],
  ['https://api.roblox.com/game-pass/123456', /Only roblox\.com links/],
  ['0', /ID isn't valid/],
  [`${AT}/game-pass/0`, /ID isn't valid/],
  ['9007199254740992', /ID isn't valid/],
  [`${AT}/game-pass/99999999999999999999`, /ID isn't valid/],
];

describe('the address of a gamepass', () => {
  it.each(NAMED)('%s names pass 123456', (pasted) => {
    expect(readPassAddress(pasted)).toEqual({ passId: '123456' });
  });

  it.each(REFUSED)('%s is refused with its own hint', (pasted, help) => {
    expect(readPassAddress(pasted)).toEqual({ help: expect.stringMatching(help) });
  });

  it('accepts ids up to 2^53 − 1', () => {
    expect(readPassAddress('9007199254740991')).toEqual({ passId: '9007199254740991' });
  });
});

const OWNERS: readonly (readonly [typed: string, kind: string, id: string])[] = [
  ['NovaBuilds', 'user', 'NovaBuilds'],
  [' @Nova_Builds ', 'user', 'Nova_Builds'],
  ['123456', 'user', '123456'],
  [`${AT}/users/156402338/profile`, 'user-id', '156402338'],
  [`${AT}/de/users/156402338/profile?x=1`, 'user-id', '156402338'],
  [`${AT}/games/77/Obby#!/store`, 'place', '77'],
  ['roblox.com/games/77', 'place', '77'],
  [
    'https://create.roblox.com/dashboard/creations/experiences/998877/monetization/passes',
    'universe',
    '998877',
  ],
];

describe('the owner of passes', () => {
  it.each(OWNERS)('%j is read as %s %s', (typed, kind, id) => {
    expect(readOwner(typed)).toEqual({ owner: { kind, id } });
  });

  it.each([
    ['', /For example/],
    ['a', /For example/],
    ['my name', /For example/],
    ['x'.repeat(21), /For example/],
    ['https://roblox.com.evil/users/1', /Only roblox.com/],
    ['https://rob1ox.com/games/1', /Only roblox.com/],
    [`${AT}/users/0/profile`, /no profile and no experience/],
    [`${AT}/catalog/5/Hat`, /no profile and no experience/],
    [`${AT}/game-pass/123456`, /link to a gamepass/],
  ])('%j gets a hint', (typed, help) => {
    expect(readOwner(typed)).toEqual({ help: expect.stringMatching(help) });
  });
});
