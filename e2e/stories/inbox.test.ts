import { accessibilityViolations } from '../support/accessibility.ts';
import { deposit } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { waitForContent } from '../support/visitor.ts';

/** Rosa sells to Hugo, who uses the API. Each test needs the ones before. */
const TITLE = 'Velvet Cape';

const test = sharing(async ({ sandbox, person, as }) => {
  const rosa = await person('rosa', 'seller');
  const hugo = await person('hugo', 'buyer');
  const rosaId = (await rosa.call<{ id: string }>('GET', '/api/auth/user')).body.id;
  await deposit(hugo, sandbox, 0.5);
  const { page, errors } = await as('rosa', { path: '/healthz' });
  await openSection('affiliate');

  async function openSection(section: string): Promise<void> {
    const streaming = page.waitForResponse('**/api/events');
    await page.goto(`/dashboard?section=${section}`);
    await streaming;
    await waitForContent(page);
  }

  /** Hugo buys a listing of Rosa for $5. Returns the id of the trade. */
  async function sell(title: string): Promise<string> {
    const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5 };
    const listing = await rosa.call('POST', '/api/listings', { title, ...terms, deliveryTime: '1 hour' });
    const { status, body } = await hugo.call('POST', '/api/transactions', {
      listingId: listing.body.id,
      sellerId: rosaId,
      quantity: 1,
      pricePerUnit: 5,
      totalAmount: 5,
      platformFee: '0.25',
    });
    expect(status).toBe(201);
    return String(body.id);
  }
  const bell = (name: string) => page.getByRole('button', { name, exact: true });
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  const news = inbox.getByRole('region', { name: 'Notifications' });

  return { rosa, hugo, errors, page, openSection, sell, bell, inbox, news };
});

test.describe.configure({ mode: 'serial' });

test('a sale reaches its seller on any page: a toast, the bell and a badge on the section', async ({
  shared: { page, sell, bell },
}) => {
  await expect(bell('Inbox')).toBeVisible();
  await sell(TITLE);
  await expectToast(page, 'Listing sold', `${TITLE}. The buyer paid $5.00. Please deliver.`);
  await expect(bell('Inbox, 1 unread, 1 waiting')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Transactions, 1 waiting', exact: true })).toBeVisible();
});

test('the inbox lists what waits and what happened, and the trade opens above it', async ({
  shared: { page, bell, inbox, news },
}) => {
  await bell('Inbox, 1 unread, 1 waiting').click();
  await expect(news.getByRole('link', { name: /^Unread: Listing sold/ })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await inbox
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: `Deliver ${TITLE}` })
    .click();
  const trade = page.getByRole('dialog', { name: 'Trade' });
  await trade.getByRole('button', { name: 'Mark as delivered' }).click();
  await page
    .getByRole('dialog', { name: 'Mark as delivered?' })
    .getByRole('button', { name: 'Mark as delivered' })
    .click();
  await expect(trade.getByText(/Waiting for the buyer to confirm/)).toBeVisible();
  await trade.getByRole('button', { name: 'Close' }).click();
  await expect(inbox.getByRole('region', { name: 'Waiting for you' })).not.toBeAttached();
});

test('an opened entry is read, and all others can be marked together', async ({
  shared: { rosa, page, sell, bell, inbox, news },
}) => {
  const other = await sell('Silk Scarf');
  await news.getByRole('link', { name: /Silk Scarf/ }).click();
  await page.getByRole('dialog', { name: 'Trade' }).getByRole('button', { name: 'Close' }).click();
  await expect(news.getByRole('link', { name: /^Listing sold.*Silk Scarf/ })).toBeVisible();
  await news.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(news.getByText('Unread:').first()).not.toBeAttached();
  await page.reload();
  await expect(news).toBeVisible();
  await page.goBack();
  await expect(inbox).toHaveCount(0);
  // a double click opens it once, and closes it once
  await bell('Inbox, 1 waiting').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await inbox.getByRole('button', { name: 'Close' }).dblclick();
  await expect(inbox).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('?section=affiliate');
  await rosa.call('POST', `/api/transactions/${other}/deliver`, {});
  await expect(bell('Inbox')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Transactions', exact: true })).toBeVisible();
});

test('the dashboard shows trades that wait, and a page that shows the news has no toast', async ({
  shared: { hugo, page, openSection, sell, bell },
}) => {
  await openSection('transactions');
  const trade = await sell('Amber Ring');
  const waiting = page.getByRole('region', { name: 'Trades waiting for you' });
  await expect(waiting.getByRole('link', { name: 'Deliver Amber Ring' })).toBeVisible();
  await expect(bell('Inbox, 1 unread, 1 waiting')).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { toasts: string[][] }).toasts)).toEqual([]);
  await hugo.call('POST', `/api/transactions/${trade}/messages`, { text: 'Are you there?' });
  await expectToast(page, 'New message', 'Amber Ring. The buyer wrote to you.');
  await page.goto('/dashboard');
  await waiting.getByRole('link', { name: 'Deliver Amber Ring' }).click();
  await expect(page.getByRole('dialog', { name: 'Trade' }).getByText('Amber Ring')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a dispute waits for its seller’s answer, and for a decision of staff', async ({
  shared: { rosa, hugo, page, sell },
  as,
}) => {
  const trade = await sell('Jade Comb');
  await rosa.call('POST', `/api/transactions/${trade}/deliver`, {});
  await hugo.call('POST', `/api/transactions/${trade}/dispute`, { reason: 'It never came' });
  await expect(
    page
      .getByRole('region', { name: 'Trades waiting for you' })
      .getByRole('link', { name: 'Answer the dispute about Jade Comb' }),
  ).toBeVisible();
  const ada = await as('ada');
  await ada.page.getByRole('button', { name: /^Inbox, .*waiting$/ }).click();
  await ada.page.getByRole('link', { name: /^Decide \d+ reviews?/ }).click();
  await expect(ada.page.getByRole('heading', { name: 'Needs a decision' })).toBeVisible();
  await expect(ada.page.getByRole('link', { name: /^Admin Panel, \d+ waiting$/ })).toBeVisible();
  await expect(ada.page.getByText('Dispute').first()).toBeVisible();
  expect(ada.errors).toEqual([]);
  await ada.close();
  const { body } = await hugo.call<{ entries: { title: string }[] }>('GET', '/api/inbox');
  expect(body.entries.map(({ title }) => title)).toContain('Trade delivered');
});

test('the console shows no error', ({ shared: { errors } }) => {
  expect(errors).toEqual([]);
});
