/** The form shows it too. It is a constant of its own, because the web app does not contain the table of refusals. */
export const CONFIRM_OWNERSHIP = 'Please confirm that this account is yours';

/**
 * Every refusal: code → HTTP status and message. A message contains the required phrase where one fits, so that the friendly
 * mapping below finds it.
 */
export const REFUSALS = {
  invalid_input: [400, 'Invalid input'],
  invalid_amount: [400, 'Invalid amount'],
  minimum_withdrawal: [400, 'Minimum withdrawal'],
  invalid_ltc_address: [400, 'Invalid LTC address'],
  invalid_cookie: [400, 'Invalid cookie'],
  two_factor_required: [400, '2FA required'],
  invalid_gamepass_url: [400, 'Invalid gamepass URL'],
  invalid_pass_owner: [400, 'Enter a Roblox username or the link to an experience'],
  gamepass_not_for_sale: [400, 'Invalid gamepass: not for sale'],
  check_failed: [400, 'The check was not passed'],
  invalid_proxy: [400, 'Invalid proxy'],
  invalid_network: [400, 'Invalid network'],
  webhook_port_not_allowed: [400, 'A webhook must use port 443 or 8443'],
  credential_and_session: [400, 'Send an API token or a session cookie, not both'],
  invalid_signature: [400, 'The signature does not match the address and the message'],
  not_a_picture: [400, 'Please choose a PNG, JPEG or WebP picture'],
  ownership_not_confirmed: [400, CONFIRM_OWNERSHIP],
  authentication_required: [401, 'Authentication required'],
  unknown_token: [401, 'This API token does not exist'],
  token_revoked: [401, 'This API token was revoked'],
  token_expired: [401, 'This API token has expired'],
  network_not_allowed: [403, 'This API token does not accept calls from your network'],
  scope_required: [403, 'This API token lacks the scope for this call'],
  session_required: [403, 'This call is not open to API tokens'],
  owner_required: [403, 'Owner access required'],
  admin_required: [403, 'Admin access required'],
  seller_required: [403, 'Seller access required'],
  unauthorized: [403, 'Unauthorized'],
  step_up_required: [403, 'Please confirm that it is you'],
  factor_required: [403, 'Staff need a second factor'],
  api_factor_required: [403, 'API access needs a second factor'],
  account_too_new: [403, 'This Discord account is too new'],
  foreign_origin: [403, 'Unauthorized'],
  not_found: [404, 'Not found'],
  user_not_found: [404, 'User not found'],
  roblox_user_not_found: [404, 'Invalid Roblox user'],
  experience_not_found: [404, "Can't find this experience"],
  gamepass_not_found: [404, 'Invalid gamepass'],
  order_not_found: [404, 'Order not found'],
  account_not_found: [404, 'Account not found'],
  proxy_not_found: [404, 'Proxy not found'],
  price_rule_not_found: [404, 'Price rule not found'],
  listing_not_found: [404, 'Listing not found'],
  transaction_not_found: [404, 'Transaction not found'],
  reserves_not_published: [404, 'Sterling does not publish its reserves at the moment'],
  no_balance_proof: [404, 'You had no balance in this snapshot'],
  method_not_allowed: [405, 'Method not allowed'],
  insufficient_balance: [409, 'Insufficient balance'],
  maximum_withdrawal: [409, 'Maximum withdrawal'],
  address_ambiguous: [409, 'Invalid LTC address: Bitcoin uses this form too'],
  price_mismatch: [409, 'Price mismatch'],
  out_of_stock: [409, 'Out of stock'],
  pass_in_use: [409, 'There is an open order with a cookie for this gamepass'],
  account_exists: [409, 'This Roblox account is already listed'],
  import_running: [409, 'Another import is still running'],
  proxy_exists: [409, 'This proxy is already in your list'],
  proxy_in_use: [409, 'This proxy is in use'],
  cookie_of_another: [409, 'This cookie belongs to another Roblox account'],
  too_many_pictures: [409, 'You have added the most pictures for this trade'],
  open_orders: [409, 'There are open orders'],
  listing_closed: [409, 'This listing can no longer be changed'],
  listing_sold: [409, 'This item has just been sold'],
  already_purchased: [409, 'Already purchased'],
  out_of_order: [409, 'This step is not possible at this stage'],
  account_in_use: [409, 'There is still money or an open order'],
  owner_protected: [409, 'An owner cannot be banned'],
  owner_configured: [409, 'This owner is named in the configuration'],
  code_not_found: [409, 'The code is not in the public profile yet'],
  money_under_way: [409, 'Payments are still in progress'],
  no_factor: [409, 'There is no second factor'],
  factor_exists: [409, 'This passkey is set up already'],
  too_many_factors: [409, 'There are too many second factors'],
  address_exists: [409, 'This address is saved already'],
  too_many_credentials: [409, 'You have too many API tokens'],
  webhook_exists: [409, 'You already have a webhook with this address'],
  too_many_webhooks: [409, 'You have too many webhooks'],
  too_many_price_alerts: [409, 'You have too many price alerts'],
  too_many_standing_orders: [409, 'You have too many standing orders'],
  too_many_price_rules: [409, 'You have too many price rules'],
  too_many_addresses: [409, 'There are too many saved addresses'],
  reset_waiting: [409, 'A reset is waiting already'],
  review_closed: [409, 'This review is closed'],
  payment_possible: [409, 'This payment may still be mined'],
  spending_limit: [409, 'Spending limit for new buyers reached'],
  wallet_frozen: [409, 'This wallet is frozen'],
  key_reused: [409, 'This Idempotency-Key was used for another request'],
  picture_too_large: [413, 'This picture is too large'],
  body_too_large: [413, 'The request is too large'],
  unsupported_media_type: [415, 'Only application/json is accepted'],
  too_many_requests: [429, 'Too many requests'],
  outside_failed: [502, 'The other service did not answer'],
  service_unavailable: [503, 'Service unavailable'],
  server_error: [500, 'Server error'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly hint?: string;
}

/** Phrases in technical messages, and the friendly messages that users see instead. */
const FRIENDLY: readonly (readonly [phrase: string, shown: string])[] = [
  ['Authentication required', 'Please log in to continue'],
  ['Not authenticated', 'Your session has expired. Please log in again'],
  ['Unauthorized', "You don't have permission to do this"],
  ['Invalid credentials', 'Wrong username or password'],
  ['Invalid cookie', 'The Roblox cookie is invalid or expired'],
  ['Cookie expired', 'The Roblox cookie has expired'],
  ['Invalid cookie - please check and try again', "The Roblox cookie doesn't work. Please get a new one"],
  ['Cookie validation failed', 'The Roblox cookie is not valid'],
  ['User not found', 'Account not found'],
  ['Account not found', "This account doesn't exist"],
  ['Account banned', 'This account has been suspended'],
  ['Account suspended', 'This account is temporarily unavailable'],
  ['Insufficient funds', 'Not enough balance'],
  ['Insufficient balance', 'Your balance is too low'],
  ['Invalid amount', 'Please enter a valid amount'],
  ['Minimum deposit', 'Amount is below the minimum required'],
  ['Maximum withdrawal', 'Amount exceeds your available balance'],
  ['Invalid LTC address', 'Please enter a valid Litecoin address'],
  ['Listing not found', 'This listing no longer exists'],
  ['Already purchased', "You've already bought this"],
  ['Out of stock', 'This item is no longer available'],
  ['Order not found', "Can't find this order"],
  ['Too many requests', 'Please slow down and try again'],
  ['Rate limit exceeded', 'Too many attempts. Please wait a moment'],
  ['Network error', 'Connection problem. Please check your internet'],
  ['Server error', 'Something went wrong. Please try again'],
  ['Service unavailable', 'Service is temporarily down'],
  ['Owner access required', 'Only the owner can do this'],
  ['Admin access required', 'Admin permission needed'],
  ['Seller access required', 'Only sellers can do this'],
  ['2FA required', 'This account needs 2-factor authentication'],
  ['Invalid gamepass', 'The gamepass URL is not valid'],
  ['Purchase failed', "Couldn't complete the purchase"],
  ['Invalid Roblox user', "Can't find this Roblox user"],
  ['Invalid input', 'Something went wrong. Please check your information'],
];
const LONGEST_FIRST = FRIENDLY.toSorted(([a], [b]) => b.length - a.length);

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Something went wrong. Please check your information',
  401: 'Please log in to continue',
  403: "You don't have permission to do this",
  404: "Can't find what you're looking for",
  409: 'This already exists',
  429: 'Too many attempts. Please wait a moment',
  500: 'Server is having issues. Please try again',
  502: 'Server is having issues. Please try again',
  503: 'Server is having issues. Please try again',
};

const LONGEST_RAW_TEXT = 100;

/**
 * The message that a user sees for a failed call: by phrase (longest first, ignoring case), else what the server wrote with a
 * code (a 500 has no reason of its own), else by status, else the raw text. It does not read the table of refusals, so browsers load it without the table.
 */
export function friendlyMessage(status: number, raw: string, code?: string): string {
  const text = raw.toLowerCase();
  const known = LONGEST_FIRST.find(([phrase]) => text.includes(phrase.toLowerCase()));
  if (known) return known[1];
  const byStatus = BY_STATUS[status];
  const isRefusal = raw !== '' && code && status !== 500;
  if (byStatus && !isRefusal) return byStatus;
  return raw.length > LONGEST_RAW_TEXT ? 'Something went wrong. Please try again' : raw;
}
