/**
 * A dialog or sheet of `npm run shots`: the page it opens on, and the names of the buttons, links or menu items to press, in order.
 */
export interface ShotDialog {
  readonly name: string;
  readonly path: string;
  readonly press: readonly (string | RegExp)[];
}

export const USER_MENU = /account menu$/;
const SECURITY = 'Security and data';

export const DIALOGS: Readonly<Record<string, readonly ShotDialog[]>> = {
  nova: [
    { name: 'inbox', path: '/dashboard', press: [/^Inbox/] },
    { name: 'palette', path: '/dashboard', press: [/^Open command palette/] },
    { name: 'security', path: '/dashboard', press: [USER_MENU, SECURITY] },
    { name: 'add-app', path: '/dashboard', press: [USER_MENU, SECURITY, 'Add an app'] },
    { name: 'add-passkey', path: '/dashboard', press: [USER_MENU, SECURITY, 'Add a passkey'] },
    { name: 'api-access', path: '/dashboard', press: [USER_MENU, 'API access'] },
    { name: 'delete-account', path: '/dashboard', press: [USER_MENU, 'Delete account'] },
    { name: 'confirm-trade', path: '/dashboard?section=marketplace', press: [/^Purchase Now/] },
    { name: 'spending', path: '/dashboard?section=transactions', press: ['Spending report'] },
    { name: 'price-alerts', path: '/buy-robux', press: ['Price alerts'] },
    { name: 'standing-order', path: '/buy-robux', press: ['Buy weekly', 'New standing order'] },
    { name: 'add-webhook', path: '/dashboard?section=discord', press: ['Add webhook'] },
  ],
  sela: [
    { name: 'withdraw', path: '/wallet', press: ['Withdraw Funds'] },
    { name: 'add-address', path: '/wallet', press: ['Add address'] },
    { name: 'add-account', path: '/dashboard?section=cookies', press: ['Add account'] },
    { name: 'update-rates', path: '/dashboard?section=rates', press: ['Update My Rates'] },
    { name: 'new-listing', path: '/dashboard?section=listings', press: ['Create New Listing'] },
    { name: 'add-proxy', path: '/dashboard?section=proxies', press: ['Add single proxy'] },
    { name: 'mass-addition', path: '/dashboard?section=proxies', press: ['Mass Addition'] },
  ],
  otto: [
    { name: 'edit-user', path: '/admin', press: [/^Edit /] },
    { name: 'correct-wallet', path: '/admin', press: [/^Adjust /] },
    { name: 'price', path: '/admin', press: ['Set price'] },
    { name: 'clean-database', path: '/admin', press: ['Clean database'] },
  ],
};
