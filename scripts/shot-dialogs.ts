/** The name of a button, link or menu item to press, or the label of a field and what is typed into it. */
type Step = string | RegExp | { readonly field: string; readonly text: string };

/** A dialog or sheet of `npm run shots`: the page it opens on, and the steps that open it, in order. */
export interface ShotDialog {
  readonly name: string;
  readonly path: string;
  readonly steps: readonly Step[];
  /** It exists only in a narrow window. */
  readonly onPhone?: true;
}

export const USER_MENU = /account menu$/;
const SECURITY = 'Security and data';
const ACCOUNTS = '/dashboard?section=cookies';
const ALL_ACCOUNTS = /all accounts$/;
const DISCORD = '/dashboard?section=discord';
const ONE_WEBHOOK = /^Actions for http/;
const PAYEE = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
const ONE_ACCOUNT = /^Actions for Sela/;
const RULES = [ALL_ACCOUNTS, 'Price rules'];
const ONE_RULE = [...RULES, /^Actions for Two cents/];
const HISTORY = '/dashboard?section=transactions';
/** Delivered to nova. */
const DELIVERED = /: Glass Sword, open$/;
/** Bought from sela. */
const BOUGHT = /: Paper Crown, open$/;
const DISPUTED = /: Lost Amulet, open$/;
const LISTINGS = '/dashboard?section=listings';
const MENU = { name: 'menu', path: '/dashboard', steps: ['Open menu'], onPhone: true } as const;

export const DIALOGS: Readonly<Record<string, readonly ShotDialog[]>> = {
  nobody: [{ name: 'terms', path: '/login', steps: ['terms'] }],
  nova: [
    MENU,
    { name: 'account-menu', path: '/dashboard', steps: [USER_MENU] },
    { name: 'inbox', path: '/dashboard', steps: [/^Inbox/] },
    { name: 'palette', path: '/dashboard', steps: [/^Open command palette/] },
    { name: 'shortcuts', path: '/dashboard', steps: [/^Open command palette/, 'Keyboard shortcuts'] },
    { name: 'security', path: '/dashboard', steps: [USER_MENU, SECURITY] },
    { name: 'add-app', path: '/dashboard', steps: [USER_MENU, SECURITY, 'Add an app'] },
    { name: 'add-passkey', path: '/dashboard', steps: [USER_MENU, SECURITY, 'Add a passkey'] },
    {
      name: 'sign-out-elsewhere',
      path: '/dashboard',
      steps: [USER_MENU, SECURITY, 'Sign out everywhere else'],
    },
    { name: 'api-access', path: '/dashboard', steps: [USER_MENU, 'API access'] },
    { name: 'delete-account', path: '/dashboard', steps: [USER_MENU, 'Delete account'] },
    { name: 'confirm-trade', path: '/dashboard?section=marketplace', steps: [/^Purchase Now/] },
    { name: 'order', path: HISTORY, steps: [/^Robux Purchase/] },
    { name: 'trade', path: HISTORY, steps: [/^Purchase/] },
    { name: 'deposit', path: HISTORY, steps: [/^Deposit/] },
    { name: 'confirm-purchase', path: '/buy-robux', steps: [/^Sky Bridge/, /instead$/, 'Complete Purchase'] },
    // the page keeps the order of the dialog before
    { name: 'basket', path: '/buy-robux', steps: ['Add to basket', /^Open basket/] },
    { name: 'buy-basket', path: '/buy-robux', steps: [/^Open basket/, /^Buy 1 gamepass/] },
    { name: 'spending', path: HISTORY, steps: ['Spending report'] },
    { name: 'price-alerts', path: '/buy-robux', steps: ['Price alerts'] },
    { name: 'standing-order', path: '/buy-robux', steps: ['Standing orders', 'New standing order'] },
    {
      name: 'pre-order',
      path: '/buy-robux',
      steps: [{ field: 'Robux amount', text: '900000' }, 'Pre-Order'],
    },
    { name: 'standing-orders', path: '/buy-robux', steps: ['Standing orders'] },
    { name: 'delete-standing-order', path: '/buy-robux', steps: ['Standing orders', /^Delete 1,000/] },
    { name: 'confirm-receipt', path: HISTORY, steps: [DELIVERED, 'Confirm receipt'] },
    { name: 'open-dispute', path: HISTORY, steps: [DELIVERED, 'Open dispute'] },
    { name: 'dispute', path: HISTORY, steps: [DISPUTED] },
    { name: 'picture', path: HISTORY, steps: [DISPUTED, 'You 1, open'] },
    { name: 'remove-picture', path: HISTORY, steps: [DISPUTED, 'You 1, open', 'Remove'] },
    { name: 'add-webhook', path: DISCORD, steps: ['Add webhook'] },
    { name: 'edit-webhook', path: DISCORD, steps: [ONE_WEBHOOK, 'Edit'] },
    { name: 'change-secret', path: DISCORD, steps: [ONE_WEBHOOK, 'Change the secret'] },
    { name: 'new-secret', path: DISCORD, steps: [ONE_WEBHOOK, 'Change the secret', 'Make a new secret'] },
    { name: 'remove-webhook', path: DISCORD, steps: [ONE_WEBHOOK, 'Remove'] },
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
    { name: 'rename-address', path: '/wallet', steps: [/^Rename/] },
    { name: 'remove-address', path: '/wallet', steps: [/^Remove/] },
    { name: 'add-account', path: ACCOUNTS, steps: ['Add account'] },
    { name: 'import-accounts', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Import accounts'] },
    { name: 'import-results', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Import accounts', 'Show results'] },
    { name: 'price-rules', path: ACCOUNTS, steps: RULES },
    { name: 'add-rule', path: ACCOUNTS, steps: [...RULES, 'Add a rule'] },
    { name: 'edit-rule', path: ACCOUNTS, steps: [...ONE_RULE, 'Edit'] },
    { name: 'rule-changes', path: ACCOUNTS, steps: [...RULES, 'Changes'] },
    { name: 'delete-rule', path: ACCOUNTS, steps: [...ONE_RULE, 'Delete'] },
    { name: 'stock-alert', path: ACCOUNTS, steps: [ALL_ACCOUNTS, 'Low stock alert'] },
    { name: 'account-history', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'History'] },
    { name: 'account-health', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'History', 'Health'] },
    { name: 'change-proxy', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Change proxy'] },
    { name: 'update-cookie', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Update cookie'] },
    { name: 'delete-roblox-account', path: ACCOUNTS, steps: [ONE_ACCOUNT, 'Delete'] },
    {
      name: 'delete-roblox-accounts',
      path: ACCOUNTS,
      steps: ['Select all accounts', 'Delete selected'],
    },
    { name: 'sale', path: HISTORY, steps: [/^Robux Sale/] },
    { name: 'trade', path: HISTORY, steps: [BOUGHT] },
    { name: 'mark-delivered', path: HISTORY, steps: [BOUGHT, 'Mark as delivered'] },
    { name: 'cancel-trade', path: HISTORY, steps: [BOUGHT, 'Cancel trade'] },
    { name: 'withdrawal', path: HISTORY, steps: [/^Withdrawal/] },
    { name: 'update-rates', path: '/dashboard?section=rates', steps: ['Update My Rates'] },
    { name: 'new-listing', path: LISTINGS, steps: ['Create New Listing'] },
    { name: 'edit-listing', path: LISTINGS, steps: ['Edit Copper Ring'] },
    { name: 'delete-listing', path: LISTINGS, steps: ['Delete Copper Ring'] },
    { name: 'add-proxy', path: '/dashboard?section=proxies', steps: ['Add single proxy'] },
    { name: 'mass-addition', path: '/dashboard?section=proxies', steps: ['Mass Addition'] },
    { name: 'delete-proxy', path: '/dashboard?section=proxies', steps: [/^Delete 127/] },
    { name: 'remove-discord-webhook', path: DISCORD, steps: ['Remove'] },
  ],
  ada: [
    MENU,
    { name: 'refund', path: '/dashboard?section=admin', steps: [/^Refund/] },
    { name: 'pay-seller', path: '/dashboard?section=admin', steps: [/^Pay \$/] },
    { name: 'ask', path: '/dashboard?section=admin', steps: ['Ask a question'] },
    { name: 'trade', path: '/dashboard?section=admin', steps: ['Open trade'] },
  ],
  otto: [
    { name: 'edit-user', path: '/admin', steps: [/^Edit /] },
    { name: 'correct-wallet', path: '/admin', steps: [/^Correct /] },
    { name: 'price', path: '/admin', steps: ['Set price'] },
    { name: 'ban', path: '/admin', steps: [/^Edit /, /^Ban /] },
    { name: 'sign-out', path: '/admin', steps: [/^Actions for/, 'Sign out everywhere'] },
    { name: 'audit-entry', path: '/admin', steps: ['Signed in'] },
    { name: 'clear-limits', path: '/admin', steps: ['Clear rate limits'] },
    { name: 'shutdown', path: '/admin', steps: ['Emergency Shutdown'] },
    { name: 'clean-database', path: '/admin', steps: ['Clean database'] },
    { name: 'clear-balances', path: '/admin', steps: ['Clear test balances'] },
    { name: 'reset-factor', path: '/admin', steps: [/^Actions for guarded/, 'Reset second factor'] },
  ],
  guarded: [
    { name: 'security', path: '/dashboard', steps: [USER_MENU, SECURITY] },
    { name: 'rename-factor', path: '/dashboard', steps: [USER_MENU, SECURITY, /^Rename/] },
    { name: 'remove-factor', path: '/dashboard', steps: [USER_MENU, SECURITY, /^Remove/] },
    { name: 'new-codes', path: '/dashboard', steps: [USER_MENU, SECURITY, 'New recovery codes'] },
    {
      name: 'check',
      path: '/dashboard',
      steps: [USER_MENU, SECURITY, 'New recovery codes', 'Make new codes'],
    },
    { name: 'api-access', path: '/dashboard', steps: [USER_MENU, 'API access'] },
    { name: 'revoke-token', path: '/dashboard', steps: [USER_MENU, 'API access', /^Revoke/] },
    { name: 'create-token', path: '/dashboard', steps: [USER_MENU, 'API access', 'Create a token'] },
  ],
};
