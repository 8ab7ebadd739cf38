import { t, text } from './texts.ts';

/** The form shows it too. It is a constant of its own, because the web app does not contain the table of refusals. */
export const CONFIRM_OWNERSHIP = t('Please confirm that this account is yours');

/**
 * Every refusal: code → HTTP status and message. A message contains the required phrase where one fits, so that the friendly
 * mapping below finds it.
 */
export const REFUSALS = {
  invalid_input: [400, text('Invalid input')],
  invalid_amount: [400, text('Invalid amount')],
  minimum_withdrawal: [400, text('Minimum withdrawal')],
  invalid_ltc_address: [400, text('Invalid LTC address')],
  invalid_cookie: [400, text('Invalid cookie')],
  two_factor_required: [400, text('2FA required')],
  invalid_gamepass_url: [400, text('Invalid gamepass URL')],
  invalid_pass_owner: [400, text('Enter a Roblox username or the link to an experience')],
  gamepass_not_for_sale: [400, text('Invalid gamepass: not for sale')],
  check_failed: [400, text('The check was not passed')],
  invalid_proxy: [400, text('Invalid proxy')],
  invalid_network: [400, text('Invalid network')],
  webhook_port_not_allowed: [400, text('A webhook must use port 443 or 8443')],
  credential_and_session: [400, text('Send an API token or a session cookie, not both')],
  invalid_signature: [400, text('The signature does not match the address and the message')],
  not_a_picture: [400, text('Please choose a PNG, JPEG or WebP picture')],
  ownership_not_confirmed: [400, CONFIRM_OWNERSHIP],
  authentication_required: [401, text('Authentication required')],
  account_banned: [401, text('Account banned')],
  other_user: [401, text('Another account is signed in')],
  unknown_token: [401, text('This API token does not exist')],
  token_revoked: [401, text('This API token was revoked')],
  token_expired: [401, text('This API token has expired')],
  network_not_allowed: [403, text('This API token does not accept calls from your network')],
  scope_required: [403, text('This API token lacks the scope for this call')],
  session_required: [403, text('This call is not open to API tokens')],
  owner_required: [403, text('Owner access required')],
  admin_required: [403, text('Admin access required')],
  seller_required: [403, text('Seller access required')],
  unauthorized: [403, text('Unauthorized')],
  step_up_required: [403, text('Please confirm that it is you')],
  factor_required: [403, text('Staff need a second factor')],
  api_factor_required: [403, text('API access needs a second factor')],
  account_too_new: [403, text('This Discord account is too new')],
  foreign_origin: [403, text('Unauthorized')],
  not_found: [404, text('Not found')],
  user_not_found: [404, text('User not found')],
  roblox_user_not_found: [404, text('Invalid Roblox user')],
  experience_not_found: [404, text("Can't find this experience")],
  gamepass_not_found: [404, text('Invalid gamepass')],
  order_not_found: [404, text('Order not found')],
  account_not_found: [404, text('Account not found')],
  proxy_not_found: [404, text('Proxy not found')],
  price_rule_not_found: [404, text('Price rule not found')],
  listing_not_found: [404, text('Listing not found')],
  transaction_not_found: [404, text('Transaction not found')],
  reserves_not_published: [404, text('Sterling does not publish its reserves at the moment')],
  no_balance_proof: [404, text('You had no balance in this snapshot')],
  method_not_allowed: [405, text('Method not allowed')],
  insufficient_balance: [409, text('Insufficient balance')],
  maximum_withdrawal: [409, text('Maximum withdrawal')],
  address_ambiguous: [409, text('Invalid LTC address: Bitcoin uses this form too')],
  price_mismatch: [409, text('Price mismatch')],
  price_far_off: [409, text('This price is far from the market price')],
  out_of_stock: [409, text('Out of stock')],
  pass_in_use: [409, text('There is an open order with a cookie for this gamepass')],
  account_exists: [409, text('This Roblox account is already listed')],
  import_running: [409, text('Another import is still running')],
  proxy_exists: [409, text('This proxy is already in your list')],
  proxy_in_use: [409, text('This proxy is in use')],
  cookie_of_another: [409, text('This cookie belongs to another Roblox account')],
  too_many_pictures: [409, text('You have added the maximum number of pictures')],
  too_many_messages: [409, text('You have sent too many messages')],
  too_many_listings: [409, text('You have too many listings')],
  open_orders: [409, text('There are open orders')],
  setting_changed: [409, text('Someone else has just changed this setting')],
  listing_closed: [409, text('This listing can no longer be changed')],
  listing_sold: [409, text('This item has just been sold')],
  already_purchased: [409, text('Already purchased')],
  out_of_order: [409, text('This step is not possible at this stage')],
  account_in_use: [409, text('There is still money or an open order')],
  owner_protected: [409, text('An owner cannot be banned')],
  owner_configured: [409, text('This owner is named in the configuration')],
  code_not_found: [409, text('The code is not in the public profile yet')],
  money_under_way: [409, text('Payments are still in progress')],
  no_factor: [409, text('There is no second factor')],
  factor_exists: [409, text('This passkey is set up already')],
  too_many_factors: [409, text('You have too many second factors')],
  address_exists: [409, text('This address is saved already')],
  too_many_credentials: [409, text('You have too many API tokens')],
  webhook_exists: [409, text('You already have a webhook with this address')],
  too_many_webhooks: [409, text('You have too many webhooks')],
  too_many_price_alerts: [409, text('You have too many price alerts')],
  too_many_standing_orders: [409, text('You have too many standing orders')],
  too_many_price_rules: [409, text('You have too many price rules')],
  too_many_addresses: [409, text('You have too many saved addresses')],
  reset_waiting: [409, text('A reset is already waiting')],
  review_closed: [409, text('This review is closed')],
  withdrawal_sent: [409, text('This withdrawal can no longer be cancelled')],
  payment_possible: [409, text('This payment may still be mined')],
  spending_limit: [409, text('Spending limit for new buyers reached')],
  wallet_frozen: [409, text('This wallet is frozen')],
  key_reused: [409, text('This Idempotency-Key was used for another request')],
  overtaken: [409, text('A later call with this Idempotency-Key was refused')],
  picture_too_large: [413, text('This picture is too large')],
  body_too_large: [413, text('The request is too large')],
  unsupported_media_type: [415, text('Only application/json is accepted')],
  too_many_requests: [429, text('Too many requests')],
  outside_failed: [502, text('The other service did not answer')],
  service_unavailable: [503, text('Service unavailable')],
  // unlike service_unavailable, it does not say that nothing has happened
  answer_lost: [503, text('Service unavailable')],
  server_error: [500, text('Server error')],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly hint?: string;
  /** The values in message and hint, in English. */
  readonly values?: Readonly<Record<string, string>>;
  /** Message and hint in the language of the request, unless that is English. */
  readonly translated?: Translated;
}

export interface Translated {
  readonly message: string;
  readonly hint?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Phrases in technical messages, and the friendly messages that users see instead. */
const FRIENDLY: readonly (readonly [phrase: string, shown: string])[] = [
  ['Authentication required', t('Please log in to continue')],
  ['Not authenticated', t('Your session has expired. Please log in again')],
  ['Unauthorized', t("You don't have permission to do this")],
  ['Invalid credentials', t('Wrong username or password')],
  ['Invalid cookie', t('The Roblox cookie is invalid or expired')],
  ['Cookie expired', t('The Roblox cookie has expired')],
  ['Invalid cookie - please check and try again', t("The Roblox cookie doesn't work. Please get a new one")],
  ['Cookie validation failed', t('The Roblox cookie is not valid')],
  ['User not found', t('Account not found')],
  ['Account not found', t("This account doesn't exist")],
  ['Account banned', t('This account has been suspended')],
  ['Account suspended', t('This account is temporarily unavailable')],
  ['Insufficient funds', t('Not enough balance')],
  ['Insufficient balance', t('Your balance is too low')],
  ['Invalid amount', t('Please enter a valid amount')],
  ['Minimum deposit', t('Amount is below the minimum required')],
  ['Maximum withdrawal', t('Amount exceeds your available balance')],
  ['Invalid LTC address', t('Please enter a valid Litecoin address')],
  ['Listing not found', t('This listing no longer exists')],
  ['Already purchased', t("You've already bought this")],
  ['Out of stock', t('This item is no longer available')],
  ['Order not found', t("Can't find this order")],
  ['Too many requests', t('Please slow down and try again')],
  ['Rate limit exceeded', t('Too many attempts. Please wait a moment')],
  ['Network error', t('Connection problem. Please check your internet')],
  ['Server error', t('Something went wrong. Please try again')],
  ['Service unavailable', t('Service is temporarily down')],
  ['Owner access required', t('Only the owner can do this')],
  ['Admin access required', t('Admin permission needed')],
  ['Seller access required', t('Only sellers can do this')],
  ['2FA required', t('This account needs 2-factor authentication')],
  ['Invalid gamepass', t('The gamepass URL is not valid')],
  ['Purchase failed', t("Couldn't complete the purchase")],
  ['Invalid Roblox user', t("Can't find this Roblox user")],
  ['Invalid input', t('Something went wrong. Please check your information')],
];
const LONGEST_FIRST = FRIENDLY.toSorted(([a], [b]) => b.length - a.length);

const BY_STATUS: Readonly<Record<number, string>> = {
  400: t('Something went wrong. Please check your information'),
  401: t('Please log in to continue'),
  403: t("You don't have permission to do this"),
  404: t("Can't find what you're looking for"),
  409: t('This already exists'),
  429: t('Too many attempts. Please wait a moment'),
  500: t('Server is having issues. Please try again'),
  502: t('Server is having issues. Please try again'),
  503: t('Server is having issues. Please try again'),
};

const MAX_RAW_LENGTH = 100;

/**
 * The message that a user sees for a failed call: by phrase (longest first, ignoring case), else what the server wrote with a
 * code (a 500 and `not_found` have no reason of their own), else by status, else the raw text if it is short.
 * `translated` is the raw text in the language of the page. It does not read the table of refusals, so browsers load it without
 * the table. Only browsers call it: its texts are translated when this file is loaded.
 */
export function friendlyMessage(status: number, raw: string, code?: string, translated = raw): string {
  const lower = raw.toLowerCase();
  const known = LONGEST_FIRST.find(([phrase]) => lower.includes(phrase.toLowerCase()));
  if (known) return known[1];
  const byStatus = BY_STATUS[status];
  const isRefusal = raw !== '' && code && code !== 'not_found' && status !== 500;
  if (byStatus && !isRefusal) return byStatus;
  const isShowable = raw !== '' && raw.length <= MAX_RAW_LENGTH;
  return isShowable ? translated : t('Something went wrong. Please try again');
}
