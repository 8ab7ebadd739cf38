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
  ['', /Paste the address/],
  ['my pass', /Paste the address/],
  ['javascript:alert(1)', /Paste the address/],
  ['ftp://www.roblox.com/game-pass/1', /Paste the address/],
  [`${AT}/game-pass/`, /Paste the address/],
  [`${AT}/game-pass/12a`, /Paste the address/],
  [`${AT}/game-pass/-5`, /Paste the address/],
  [`${AT}/users/123456/profile`, /Paste the address/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/monetization/passes', /lists all passes/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/passes', /lists all passes/],
  [
    'https://create.roblox.com/dashboard/creations/experiences/9/associated-items?activeTab=Pass',
    /lists all passes/,
  ],
  [`${AT}/games/123456#!/store`, /Store tab/],
  [`${AT}/de/games/123456/Obby`, /Store tab/],
  [`${AT}/catalog/123456/Shirt`, /catalog/],
  ['https://create.roblox.com/dashboard/creations/experiences/9/developer-products/5', /developer product/],
  ['https://roblox.com.evil.example/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://rob1ox.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://evil.example/www.roblox.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://www.rοblox.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://xn--rblox-0qa.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://www.roblox.com@evil.example/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://me:secret@www.roblox.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://www.roblox.com:8443/game-pass/123456', /Only addresses at roblox\.com/],
  ['https://api.roblox.com/game-pass/123456', /Only addresses at roblox\.com/],
  ['0', /number from 1/],
  [`${AT}/game-pass/0`, /number from 1/],
  ['9007199254740992', /number from 1/],
  [`${AT}/game-pass/99999999999999999999`, /number from 1/],
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
