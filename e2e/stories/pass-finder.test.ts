import { accessibilityViolations } from '../support/accessibility.ts';
import { expect, sharing } from '../support/stories.ts';
import { PHONE } from '../support/visitor.ts';

/** A buyer chooses a gamepass from a list instead of pasting its link. */
const PASSES = [
  { price: 1000, name: 'Gem VIP' },
  { price: 450, name: 'Gem Pet' },
];

const test = sharing(async ({ product, sandbox, person, as }) => {
  await person('opal', 'buyer');
  const maker = await sandbox.makeAccount('GemMaker', 0);
  for (const { price, name } of PASSES) await sandbox.makePass(maker.id, price, name);
  const games = await fetch(`${product.sandbox}/games/v2/users/${maker.id}/games`);
  const placeId = ((await games.json()) as { data: { rootPlace: { id: number } }[] }).data[0]!.rootPlace.id;
  const { page, errors } = await as('opal', { size: PHONE, path: '/buy-robux' });
  await page.getByLabel('Robux amount').fill('1000');

  const field = page.getByLabel('Roblox username or experience link');
  const list = page.getByRole('list', { name: 'Gamepasses found' });

  return { errors, page, placeId, field, list };
});

test('a username lists its gamepasses, and the one at the amount comes first', { tag: '@S4.07' }, async ({
  shared: { page, field, list },
}) => {
  await page.getByRole('button', { name: 'Find your gamepass' }).click();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Enter a username or a link')).toBeVisible();
  await field.fill('nobody_here_99');
  await field.press('Enter');
  await expect(page.getByText("Can't find this Roblox user")).toBeVisible();
  await field.fill('@gemmaker');
  await field.press('Enter');
  await expect(page.getByText('2 gamepasses on sale by GemMaker.')).toBeVisible();
  const found = await list.getByRole('button').allTextContents();
  expect(found.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(['Gem VIP1,000 R$', 'Gem Pet450 R$']);
  expect(await accessibilityViolations(page)).toEqual([]);
  await list.getByRole('button', { name: /Gem VIP/ }).click();
  await expect(page.getByText('Valid: Gem VIP')).toBeVisible();
  await expect(list.getByRole('button', { pressed: true })).toContainText('Gem VIP');
});

test('a pasted link to an experience offers its gamepasses, and another price offers another amount', {
  tag: '@S4.08',
}, async ({ shared: { page, placeId, list } }) => {
  await page.getByLabel('Gamepass URL').fill(`https://www.roblox.com/games/${placeId}/Gems#!/store`);
  await expect(
    page.getByText("That's a link to an experience. Choose one of its gamepasses.").first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show its gamepasses' }).click();
  await expect(page.getByText('2 gamepasses on sale in this experience.')).toBeVisible();
  await list.getByRole('button', { name: /Gem Pet/ }).click();
  await page.getByRole('button', { name: 'Buy 450 instead' }).click();
  await expect(page.getByText('Valid: Gem Pet')).toBeVisible();
  await expect(page.getByLabel('Robux amount')).toHaveValue('450');
});

test('the console shows no error but the two refused searches', ({ shared: { errors } }) => {
  expect(errors.filter((text) => !/40[04]/.test(text))).toEqual([]);
});
