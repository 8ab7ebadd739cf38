import { expect, test } from '../support/stories.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

/** The place of the owner panel in the dashboard. admin.test.ts covers what it does. */

for (const [_device, window] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`the owner panel stays in the shell and has links to its parts, ${_device}`, {
    tag: '@S7.01',
  }, async ({ as }) => {
    const { page } = await as('otto', { size: window, path: '/admin' });
    const parts = page.getByRole('navigation', { name: 'Parts of the panel' });
    await expect(parts).toBeVisible();
    const labels = [
      'Decisions',
      'Figures',
      'Business',
      'Treasury',
      'Users',
      'Controls',
      'Safeguards',
      'Tools',
      'Audit log',
    ];
    await expect(parts.getByRole('link')).toHaveText([...labels, 'Danger zone']);
    await expect(page.getByRole('button', { name: 'Open command palette' })).toBeVisible();

    for (const [link, heading] of [
      ['Business', 'Business'],
      ['Treasury', 'Treasury'],
      ['Users', 'User Management'],
      ['Audit log', 'Audit log'],
    ] as const) {
      await parts.getByRole('link', { name: link }).click();
      const title = page.getByRole('heading', { name: heading });
      const isBelowLinks = async () => {
        const [bar, part] = [await parts.boundingBox(), await title.boundingBox()];
        return part!.y >= bar!.y + bar!.height && part!.y < window.height / 2;
      };
      await expect.poll(isBelowLinks).toBe(true);
      expect(new URL(page.url()).pathname).toBe('/admin');
    }
    if (window.width < 768) await page.getByRole('button', { name: 'Open menu' }).click();
    const place = page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Owner Panel' });
    await expect(place).toHaveAttribute('aria-current', 'page');
  });
}
