import { describe, expect, it } from 'vitest';
import { readPassAddress } from './gamepasses.rules.ts';

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
  [`${AT}/users/123456/profile`, /Paste the link/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/monetization/passes', /list of passes/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/passes', /list of passes/],
  [
    'https://create.roblox.com/dashboard/creations/experiences/9/associated-items?activeTab=Pass',
    /list of passes/,
  ],
  [`${AT}/games/123456#!/store`, /Store tab/],
  [`${AT}/de/games/123456/Obby`, /Store tab/],
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
