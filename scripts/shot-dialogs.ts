/** The name of a button, link or menu item to press, or the label of a field and what is typed into it. */
type Step = string | RegExp | { readonly field: string; readonly text: string };

/** A dialog or sheet of `npm run shots`: the page it opens on, and the steps that open it, in order. */
export interface ShotDialog {
  readonly name: string;
  readonly path: string;
  readonly steps: readonly Step[];
}

export const USER_MENU = /account menu$/;
const SECURITY = 'Security and data';
const ACCOUNTS = '/dashboard?section=cookies';
const ALL_ACCOUNTS = /all accounts$/;
const DISCORD = '/dashboard?section=discord';
const ONE_WEBHOOK = /^Actions for http/;
const PAYEE = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
const ONE_ACCOUNT = /^Actions for Sela/;

export const DIALOGS: Readonly<Record<string, readonly ShotDialog[]>> = {
  nobody: [{ name: 'terms', path: '/login', steps: ['terms'] }],
  nova: [
    { name: 'inbox', path: '/dashboard', steps: [/^Inbox/] },
    { name: 'palette', path: '/dashboard', steps: [/^Open command palette/] },
    { name: 'shortcuts', path: '/dashboard', steps: [/^Open command palette/, 'Keyboard shortcuts'] },
    { name: 'security', path: '/dashboard', steps: [USER_MENU, SECURITY] },
    { name: 'add-app', path: '/dashboard', steps: [USER_MENU, SECURITY, 'Add an app'] },
    { name: 'add-passkey', path: '/dashboard', steps: [USER_MENU, SECURITY, 'Add a passkey'] },
    { name: 'api-access', path: '/dashboard', steps: [USER_MENU, 'API access'] },
    { name: 'delete-account', path: '/dashboard', steps: [USER_MENU, 'Delete account'] },
    { name: 'confirm-trade', path: '/dashboard?section=marketplace', steps: [/^Purchase Now/] },
    { name: 'order', path: '/dashboard?section=transactions', steps: [/^Robux Purchase/] },
    { name: 'trade', path: '/dashboard?section=transactions', steps: [/^Purchase/] },
    { name: 'deposit', path: '/dashboard?section=transactions', steps: [/^Deposit/] },
    { name: 'confirm-purchase', path: '/buy-robux', steps: [/^Sky Bridge/, /instead$/, 'Complete Purchase'] },
    // the page keeps the order of the dialog before
    { name: 'basket', path: '/buy-robux', steps: ['Add to basket', /^Open basket/] },
    { name: 'spending', path: '/dashboard?section=transactions', steps: ['Spending report'] },
    { name: 'price-alerts', path: '/buy-robux', steps: ['Price alerts'] },
    { name: 'standing-order', path: '/buy-robux', steps: ['Buy weekly', 'New standing order'] },
    {
      name: 'pre-order',
      path: '/buy-robux',
      steps: [{ field: 'Robux amount', text: '900000' }, 'Pre-Order'],
    },
    { name: 'standing-orders', path: '/buy-robux', steps: ['Buy weekly'] },
    { name: 'dispute', path: '/dashboard?section=transactions', steps: [/^Purchase: Lost Amulet/] },
    { name: 'add-webhook', path: DISCORD, steps: ['Add webhook'] },
    { name: 'edit-webhook', path: DISCORD, steps: [ONE_WEBHOOK, 'Edit'] },
    { name: 'change-secret', path: DISCORD, steps: [ONE_WEBHOOK, 'Change the secret'] },
    { name: 'deliveries', path: DISCORD, steps: [/^Deliveries/] },
  ],
  sela: [
    { name: 'withdraw', path: '/wallet', steps: ['Withdraw Funds'] },
    {
      name: 'review-withdrawal',
      path: '/wallet',
      steps: [
        'Withdraw Funds',
        { field: 'Amount', text: '25' },
        { field: 'Litecoin address', text: PAYEE },
        'Review withdrawal',
      ],
    },
    { name: 'delete-account', path: '/dashboard', steps: [USER_MENU, 'Delete account'] },
    { name: 'add-address', path: '/wallet', steps: ['Add address'] },
    { name: 'add-account', path: ACCOUNTS, steps: ['Add account'] },
    { name: 'import-accounts', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Import accounts'] },
    { name: 'price-rules', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Price rules'] },
    { name: 'add-rule', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Price rules', 'Add a rule'] },
    { name: 'stock-alert', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Low stock alert'] },
    { name: 'account-history', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'History'] },
    { name: 'change-proxy', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Change proxy'] },
    { name: 'update-cookie', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Update cookie'] },
    { name: 'delete-roblox-account', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Delete'] },
    { name: 'sale', path: '/dashboard?section=transactions', steps: [/^Robux Sale/] },
    { name: 'withdrawal', path: '/dashboard?section=transactions', steps: [/^Withdrawal/] },
    { name: 'update-rates', path: '/dashboard?section=rates', steps: ['Update My Rates'] },
    { name: 'new-listing', path: '/dashboard?section=listings', steps: ['Create New Listing'] },
    { name: 'add-proxy', path: '/dashboard?section=proxies', steps: ['Add single proxy'] },
    { name: 'mass-addition', path: '/dashboard?section=proxies', steps: ['Mass Addition'] },
  ],
  ada: [
    { name: 'refund', path: '/dashboard?section=admin', steps: [/^Refund/] },
    { name: 'ask', path: '/dashboard?section=admin', steps: ['Ask a question'] },
    { name: 'trade', path: '/dashboard?section=admin', steps: ['Open trade'] },
  ],
  otto: [
    { name: 'edit-user', path: '/admin', steps: [/^Edit /] },
    { name: 'correct-wallet', path: '/admin', steps: [/^Adjust /] },
    { name: 'price', path: '/admin', steps: ['Set price'] },
    { name: 'ban', path: '/admin', steps: [/^Edit /, /^Ban /] },
    { name: 'sign-out', path: '/admin', steps: [/^Actions for/, 'Sign out everywhere'] },
    { name: 'audit-entry', path: '/admin', steps: ['Signed in'] },
    { name: 'clear-limits', path: '/admin', steps: ['Clear rate limits'] },
    { name: 'shutdown', path: '/admin', steps: ['Emergency Shutdown'] },
    { name: 'clean-database', path: '/admin', steps: ['Clean database'] },
    { name: 'clear-balances', path: '/admin', steps: ['Clear test balances'] },
  ],
};
