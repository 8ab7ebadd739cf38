import { expect, test } from 'vitest';
import { isExperienceLink } from './use-gamepass.ts';

test('a link to an experience is told from a link to a gamepass', () => {
  expect(isExperienceLink('https://www.roblox.com/games/77/Obby#!/store')).toBe(true);
  expect(isExperienceLink('roblox.com/de/games/77')).toBe(true);
  expect(isExperienceLink('https://www.roblox.com/games/77/Obby?gamePassId=5')).toBe(false);
  expect(isExperienceLink('https://www.roblox.com/game-pass/77')).toBe(false);
});
