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
const ACCOUNTS = '/dashboard?section=cookies';
const ALL_ACCOUNTS = /all accounts$/;
const ONE_ACCOUNT = /^Actions for Sela/;

export const DIALOGS: Readonly<Record<string, readonly ShotDialog[]>> = {
  nobody: [{ name: 'terms', path: '/login', press: ['terms'] }],
  nova: [
    { name: 'inbox', path: '/dashboard', press: [/^Inbox/] },
    { name: 'palette', path: '/dashboard', press: [/^Open command palette/] },
    { name: 'shortcuts', path: '/dashboard', press: [/^Open command palette/, 'Keyboard shortcuts'] },
    { name: 'security', path: '/dashboard', press: [USER_MENU, SECURITY] },
    { name: 'add-app', path: '/dashboard', press: [USER_MENU, SECURITY, 'Add an app'] },
    { name: 'add-passkey', path: '/dashboard', press: [USER_MENU, SECURITY, 'Add a passkey'] },
    { name: 'api-access', path: '/dashboard', press: [USER_MENU, 'API access'] },
    { name: 'delete-account', path: '/dashboard', press: [USER_MENU, 'Delete account'] },
    { name: 'confirm-trade', path: '/dashboard?section=marketplace', press: [/^Purchase Now/] },
    { name: 'order', path: '/dashboard?section=transactions', press: [/^Robux Purchase/] },
    { name: 'trade', path: '/dashboard?section=transactions', press: [/^Purchase/] },
    { name: 'deposit', path: '/dashboard?section=transactions', press: [/^Deposit/] },
    { name: 'confirm-purchase', path: '/buy-robux', press: [/^Sky Bridge/, /instead$/, 'Complete Purchase'] },
    // the page keeps the order of the dialog before
    { name: 'basket', path: '/buy-robux', press: ['Add to basket', /^Open basket/] },
    { name: 'spending', path: '/dashboard?section=transactions', press: ['Spending report'] },
    { name: 'price-alerts', path: '/buy-robux', press: ['Price alerts'] },
    { name: 'standing-order', path: '/buy-robux', press: ['Buy weekly', 'New standing order'] },
    { name: 'add-webhook', path: '/dashboard?section=discord', press: ['Add webhook'] },
  ],
  sela: [
    { name: 'withdraw', path: '/wallet', press: ['Withdraw Funds'] },
    { name: 'add-address', path: '/wallet', press: ['Add address'] },
    { name: 'add-account', path: ACCOUNTS, press: ['Add account'] },
    { name: 'import-accounts', path: ACCOUNTS, press: [ALL_ACCOUNTS, 'Import accounts'] },
    { name: 'price-rules', path: ACCOUNTS, press: [ALL_ACCOUNTS, 'Price rules'] },
    { name: 'add-rule', path: ACCOUNTS, press: [ALL_ACCOUNTS, 'Price rules', 'Add a rule'] },
    { name: 'stock-alert', path: ACCOUNTS, press: [ALL_ACCOUNTS, 'Low stock alert'] },
    { name: 'account-history', path: ACCOUNTS, press: [ONE_ACCOUNT, 'History'] },
    { name: 'change-proxy', path: ACCOUNTS, press: [ONE_ACCOUNT, 'Change proxy'] },
    { name: 'update-cookie', path: ACCOUNTS, press: [ONE_ACCOUNT, 'Update cookie'] },
    { name: 'delete-account', path: ACCOUNTS, press: [ONE_ACCOUNT, 'Delete'] },
    { name: 'sale', path: '/dashboard?section=transactions', press: [/^Robux Sale/] },
    { name: 'withdrawal', path: '/dashboard?section=transactions', press: [/^Withdrawal/] },
    { name: 'update-rates', path: '/dashboard?section=rates', press: ['Update My Rates'] },
    { name: 'new-listing', path: '/dashboard?section=listings', press: ['Create New Listing'] },
    { name: 'add-proxy', path: '/dashboard?section=proxies', press: ['Add single proxy'] },
    { name: 'mass-addition', path: '/dashboard?section=proxies', press: ['Mass Addition'] },
  ],
  otto: [
    { name: 'edit-user', path: '/admin', press: [/^Edit /] },
    { name: 'correct-wallet', path: '/admin', press: [/^Adjust /] },
    { name: 'price', path: '/admin', press: ['Set price'] },
    { name: 'ban', path: '/admin', press: [/^Edit /, /^Ban /] },
    { name: 'sign-out', path: '/admin', press: [/^Actions for/, 'Sign out everywhere'] },
    { name: 'audit-entry', path: '/admin', press: ['Signed in'] },
    { name: 'clear-limits', path: '/admin', press: ['Clear rate limits'] },
    { name: 'shutdown', path: '/admin', press: ['Emergency Shutdown'] },
    { name: 'clean-database', path: '/admin', press: ['Clean database'] },
    { name: 'clear-balances', path: '/admin', press: ['Clear test balances'] },
  ],
};
