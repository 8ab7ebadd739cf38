// Generated from the contract by `npm run client`. Do not edit.

export interface UsersMeAnswer {
id: string
username: string
avatar: (string | null)
email: (string | null)
discordId: string
role: ("buyer" | "seller" | "admin")
isOwner: boolean
isVerified: boolean
isBanned: boolean
walletBalance: number
joinedAt: string
}

export interface InboxReadInput {
page?: (number | string)
pageSize?: (number | string)
}

export interface InboxReadAnswer {
unread: number
entries: {
id: string
kind: ("orders" | "sales" | "pre-orders" | "alerts" | "trades" | "messages" | "deposits" | "withdrawals" | "accounts" | "security")
title: string
text: string
item: (string | null)
subjectId: (string | null)
isTrouble: boolean
isRead: boolean
at: string
}[]
waiting: {
step: ("deliver" | "confirm" | "answer" | "buy" | "decide")
subjectId: (string | null)
title: string
text: string
until: (string | null)
}[]
waitingCounts: {
transactions: number
accounts: number
reviews: number
}
}

export interface PlatformStatsAnswer {
totalRobuxSold: number
totalUsers: number
rates: {
ratePerThousand: string
accountCount: number
sellerCount: number
totalRobux: number
largestOrder: number
instant: number
inParts: number
}[]
status: {
mode: ("sandbox" | "production")
maintenance: boolean
stopped: boolean
announcement?: {
text: string
until: (string | null)
}
marketplaceFeePercent: number
manualDeadlineMinutes: number
discordInviteUrl?: string
litecoinExplorerUrl?: string
sandboxUrl?: string
publishesReserves: boolean
}
}

export interface PlatformStatusAnswer {
mode: ("sandbox" | "production")
maintenance: boolean
stopped: boolean
announcement?: {
text: string
until: (string | null)
}
marketplaceFeePercent: number
manualDeadlineMinutes: number
discordInviteUrl?: string
litecoinExplorerUrl?: string
sandboxUrl?: string
publishesReserves: boolean
}

export type MarketAggregatedAnswer = {
ratePerThousand: string
accountCount: number
sellerCount: number
totalRobux: number
largestOrder: number
instant: number
inParts: number
}[]

export interface WalletReadInput {
type?: ("buyer" | "seller")
walletType?: ("buyer" | "seller")
}

export interface WalletReadAnswer {
id: string
userId: string
walletType: ("buyer" | "seller")
balance: number
available: number
withdrawable: number
held: number
ltcAddress: (string | null)
totalDeposits: number
totalWithdrawals: number
transactionCount: number
belowMinimum: number
minimumDeposit: number
minimumWithdrawal: number
frozen: boolean
outage?: ("litecoin" | "price")
buyingLimit?: {
from: (string | null)
leftToday: (number | null)
}
}

export interface WalletTransactionsInput {
type?: ("buyer" | "seller")
walletType?: ("buyer" | "seller")
page?: (number | string)
pageSize?: (number | string)
search?: string
status?: ("pending" | "completed" | "cancelled" | "failed" | "reversed")
from?: string
to?: string
sort?: ("createdAt" | "amount" | "ltcAmount" | "type" | "status")
dir?: ("asc" | "desc")
}

export type WalletTransactionsAnswer = {
id: string
type: ("deposit" | "withdrawal")
amount: number
ltcAmount: number
ltcAddress: string
address: string
status: ("pending" | "completed" | "cancelled" | "failed" | "reversed")
txid: (string | null)
confirmations: number
requiredConfirmations: number
fee: number
reason: (string | null)
sendAfter?: string
price: (number | null)
blockHeight: (number | null)
balanceAfter: (number | null)
createdAt: string
}[]

export interface WalletTransactionInput {
id: string
}

export interface WalletTransactionAnswer {
id: string
type: ("deposit" | "withdrawal")
amount: number
ltcAmount: number
ltcAddress: string
address: string
status: ("pending" | "completed" | "cancelled" | "failed" | "reversed")
txid: (string | null)
confirmations: number
requiredConfirmations: number
fee: number
reason: (string | null)
sendAfter?: string
price: (number | null)
blockHeight: (number | null)
balanceAfter: (number | null)
createdAt: string
}

export interface WalletTransactionsCsvInput {
type?: ("buyer" | "seller")
walletType?: ("buyer" | "seller")
search?: string
status?: ("pending" | "completed" | "cancelled" | "failed" | "reversed")
from?: string
to?: string
}

export interface WalletLtcPriceAnswer {
price: number
asOf: string
sources: {
name: string
price: number
}[]
}

export interface WalletGenerateAddressInput {
walletType: ("buyer" | "seller")
}

export interface WalletGenerateAddressAnswer {
success: true
wallet: {
ltcAddress: string
}
}

export interface WalletCheckDepositsInput {
walletType: ("buyer" | "seller")
}

export interface WalletCheckDepositsAnswer {
success: true
amount: number
usdValue: number
message: string
}

export interface GamepassValidateInput {
url: string
}

export interface GamepassValidateAnswer {
name: string
price: number
id: string
productId: string
creatorName: string
creatorType: ("User" | "Group")
receives: number
}

export interface GamepassFindInput {
from: string
}

export interface GamepassFindAnswer {
owner: (string | null)
passes: {
id: string
name: string
price: number
url: string
creatorName: string
}[]
offSale: number
isComplete: boolean
}

export interface OrdersListInput {
role?: ("buyer" | "seller")
all?: string
page?: (number | string)
pageSize?: (number | string)
search?: string
byHand?: string
}

export type OrdersListAnswer = {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}[]

export interface OrdersReadInput {
id: string
role?: ("buyer" | "seller")
all?: string
}

export interface OrdersReadAnswer {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}

export interface OrdersPlaceInput {
robuxAmount: (number | string)
ratePerThousand?: (number | string)
gamepassUrl: string
buyerCookie?: string
}

export interface OrdersPlaceAnswer {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}

export interface OrdersPlaceBasketInput {
/**
 * @minItems 1
 * @maxItems 20
 */
items: {
robuxAmount: (number | string)
ratePerThousand: (number | string)
gamepassUrl: string
}[]
}

export interface OrdersPlaceBasketAnswer {
items: ({
outcome: "placed"
order: {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}
} | {
outcome: "refused"
code: string
message: string
hint?: string
translated?: {
message: string
hint?: string
}
})[]
}

export interface OrdersBoughtInput {
id: string
}

export interface OrdersBoughtAnswer {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}

export interface PreOrdersLiveInput {
page?: (number | string)
pageSize?: (number | string)
}

export interface PreOrdersLiveAnswer {
preOrders: {
id: string
robuxAmount: number
maxRatePerThousand: number
buyerUsername: string
minutesWaiting: number
canFulfill: boolean
estimatedFulfillment: (string | null)
estimatedMinutes: (number | null)
}[]
totalAvailableRobux: number
activeAccounts: number
activeSellers: number
}

export interface PreOrdersListInput {
page?: (number | string)
pageSize?: (number | string)
}

export type PreOrdersListAnswer = {
id: string
robuxAmount: number
maxRatePerThousand: number
maxTotal: number
gamepassUrl: string
gamepassName: string
status: ("waiting" | "matched" | "closed")
reason: (string | null)
position: (number | null)
orderId: (string | null)
createdAt: string
}[]

export interface PreOrdersPlaceInput {
robuxAmount: (number | string)
maxRatePerThousand: (number | string)
gamepassUrl: string
buyerCookie?: string
}

export interface PreOrdersPlaceAnswer {
id: string
robuxAmount: number
maxRatePerThousand: number
maxTotal: number
gamepassUrl: string
gamepassName: string
status: ("waiting" | "matched" | "closed")
reason: (string | null)
position: (number | null)
orderId: (string | null)
createdAt: string
}

export type PriceAlertsListAnswer = {
id: string
robuxAmount: number
ratePerThousand: number
createdAt: string
met: ({
at: string
robux: number
} | null)
}[]

export interface PriceAlertsAddInput {
robuxAmount: (number | string)
ratePerThousand: (number | string)
}

export interface PriceAlertsAddAnswer {
id: string
robuxAmount: number
ratePerThousand: number
createdAt: string
met: ({
at: string
robux: number
} | null)
}

export interface PriceAlertsRemoveInput {
id: string
}

export interface PriceAlertsRemoveAnswer {
success: true
message?: string
}

export type StandingOrdersListAnswer = {
id: string
robuxAmount: number
ratePerThousand: number
maxTotal: number
gamepassUrl: string
gamepassName: string
weekday: number
hour: number
tz: string
nextAt: (string | null)
pausedBecause: (("person" | "skipped" | "restored" | "signed_out") | null)
createdAt: string
rounds: {
dueAt: string
outcome: ("placed" | "skipped")
reason: (string | null)
orderId: (string | null)
}[]
}[]

export interface RobloxAccountsListInput {
page?: (number | string)
pageSize?: (number | string)
id?: string
search?: string
status?: ("online" | "offline" | "2fa_required" | "invalid_cookie")
from?: string
to?: string
sort?: ("username" | "robuxBalance" | "totalSold" | "ratePerThousand" | "status" | "updatedAt")
dir?: ("asc" | "desc")
}

export type RobloxAccountsListAnswer = {
id: string
userId: string
username: string
robloxUserId: string
profilePicture: (string | null)
robuxBalance: number
totalSold: number
ratePerThousand: number
status: ("online" | "offline" | "2fa_required" | "invalid_cookie")
statusReason: (string | null)
isActive: boolean
fulfilment: ("auto" | "manual")
proxyId: (string | null)
proxy: ({
host: string
port: number
username: (string | null)
status: ("active" | "failing" | "unchecked")
} | null)
priceRule: ({
id: string
name: string
isPaused: boolean
} | null)
reservedRobux: number
createdAt: string
updatedAt: string
}[]

export interface RobloxAccountsCsvInput {
search?: string
status?: ("online" | "offline" | "2fa_required" | "invalid_cookie")
from?: string
to?: string
}

export interface RobloxAccountsFiguresAnswer {
total: number
forSale: number
robux: number
sold: number
}

export interface RobloxAccountsAddInput {
cookie: string
ratePerThousand: (number | string)
proxyId?: (string | null)
useProxy?: boolean
ownershipConfirmed?: boolean
}

export interface RobloxAccountsAddAnswer {
id: string
userId: string
username: string
robloxUserId: string
profilePicture: (string | null)
robuxBalance: number
totalSold: number
ratePerThousand: number
status: ("online" | "offline" | "2fa_required" | "invalid_cookie")
statusReason: (string | null)
isActive: boolean
fulfilment: ("auto" | "manual")
proxyId: (string | null)
proxy: ({
host: string
port: number
username: (string | null)
status: ("active" | "failing" | "unchecked")
} | null)
priceRule: ({
id: string
name: string
isPaused: boolean
} | null)
reservedRobux: number
createdAt: string
updatedAt: string
}

export interface RobloxAccountsUpdateInput {
id: string
status?: ("online" | "offline")
ratePerThousand?: (number | string)
proxyId?: (string | null)
fulfilment?: ("auto" | "manual")
}

export interface RobloxAccountsUpdateAnswer {
id: string
userId: string
username: string
robloxUserId: string
profilePicture: (string | null)
robuxBalance: number
totalSold: number
ratePerThousand: number
status: ("online" | "offline" | "2fa_required" | "invalid_cookie")
statusReason: (string | null)
isActive: boolean
fulfilment: ("auto" | "manual")
proxyId: (string | null)
proxy: ({
host: string
port: number
username: (string | null)
status: ("active" | "failing" | "unchecked")
} | null)
priceRule: ({
id: string
name: string
isPaused: boolean
} | null)
reservedRobux: number
createdAt: string
updatedAt: string
}

export interface RobloxAccountsBulkInput {
/**
 * @minItems 1
 * @maxItems 200
 */
ids: string[]
action: ("activate" | "deactivate" | "delete" | "rate")
ratePerThousand?: (number | string)
}

export interface RobloxAccountsBulkAnswer {
results: {
id: string
ok: boolean
message?: string
hint?: string
translated?: {
message: string
hint?: string
}
}[]
}

export interface RobloxAccountsUpdateCookieInput {
id: string
cookie: string
}

export interface RobloxAccountsUpdateCookieAnswer {
id: string
userId: string
username: string
robloxUserId: string
profilePicture: (string | null)
robuxBalance: number
totalSold: number
ratePerThousand: number
status: ("online" | "offline" | "2fa_required" | "invalid_cookie")
statusReason: (string | null)
isActive: boolean
fulfilment: ("auto" | "manual")
proxyId: (string | null)
proxy: ({
host: string
port: number
username: (string | null)
status: ("active" | "failing" | "unchecked")
} | null)
priceRule: ({
id: string
name: string
isPaused: boolean
} | null)
reservedRobux: number
createdAt: string
updatedAt: string
}

export interface RobloxAccountsRefreshBalanceInput {
id: string
}

export interface RobloxAccountsRefreshBalanceAnswer {
id: string
userId: string
username: string
robloxUserId: string
profilePicture: (string | null)
robuxBalance: number
totalSold: number
ratePerThousand: number
status: ("online" | "offline" | "2fa_required" | "invalid_cookie")
statusReason: (string | null)
isActive: boolean
fulfilment: ("auto" | "manual")
proxyId: (string | null)
proxy: ({
host: string
port: number
username: (string | null)
status: ("active" | "failing" | "unchecked")
} | null)
priceRule: ({
id: string
name: string
isPaused: boolean
} | null)
reservedRobux: number
createdAt: string
updatedAt: string
}

export interface RobloxAccountsRemoveInput {
id: string
}

export interface RobloxAccountsRemoveAnswer {
success: true
message?: string
}

export interface AccountHistoryEarningsInput {
id: string
days?: ("7" | "30" | "90" | "365")
tz?: string
}

export interface AccountHistoryEarningsAnswer {
by: ("day" | "week")
periods: {
date: string
earned: number
robux: number
completed: number
failed: number
}[]
totals: {
earned: number
robux: number
completed: number
failed: number
}
}

export interface AccountHistoryHealthEventsInput {
id: string
page?: (number | string)
pageSize?: (number | string)
}

export type AccountHistoryHealthEventsAnswer = {
id: string
at: string
code: string
title: string
text: (string | null)
isTrouble: boolean
}[]

export interface AccountImportsStartInput {
/**
 * @minItems 1
 * @maxItems 200
 */
lines: string[]
ratePerThousand: (number | string)
proxyId?: (string | null)
ownershipConfirmed: true
}

export interface AccountImportsStartAnswer {
id: string
state: ("running" | "done" | "cancelled" | "stopped")
createdAt: string
stopReason: (string | null)
waitsUntil: (string | null)
counts: {
total: number
waiting: number
added: number
refused: number
skipped: number
}
lines: {
line: number
ending: string
state: ("waiting" | "added" | "refused" | "skipped")
reason: (string | null)
accountId: (string | null)
username: (string | null)
robux: (number | null)
}[]
}

export type AccountImportsListAnswer = {
id: string
state: ("running" | "done" | "cancelled" | "stopped")
createdAt: string
stopReason: (string | null)
waitsUntil: (string | null)
counts: {
total: number
waiting: number
added: number
refused: number
skipped: number
}
}[]

export interface AccountImportsReadInput {
id: string
}

export interface AccountImportsReadAnswer {
id: string
state: ("running" | "done" | "cancelled" | "stopped")
createdAt: string
stopReason: (string | null)
waitsUntil: (string | null)
counts: {
total: number
waiting: number
added: number
refused: number
skipped: number
}
lines: {
line: number
ending: string
state: ("waiting" | "added" | "refused" | "skipped")
reason: (string | null)
accountId: (string | null)
username: (string | null)
robux: (number | null)
}[]
}

export interface AccountImportsCancelInput {
id: string
}

export interface AccountImportsCancelAnswer {
id: string
state: ("running" | "done" | "cancelled" | "stopped")
createdAt: string
stopReason: (string | null)
waitsUntil: (string | null)
counts: {
total: number
waiting: number
added: number
refused: number
skipped: number
}
lines: {
line: number
ending: string
state: ("waiting" | "added" | "refused" | "skipped")
reason: (string | null)
accountId: (string | null)
username: (string | null)
robux: (number | null)
}[]
}

export interface StockAlertsReadAnswer {
robux: (number | null)
forSale: number
isLow: boolean
}

export interface StockAlertsChangeInput {
robux: (number | string | null)
}

export interface StockAlertsChangeAnswer {
robux: (number | null)
forSale: number
isLow: boolean
}

export type PriceRulesListAnswer = {
id: string
name: string
isOn: boolean
floor: number
ceiling: number
belowCents: (number | null)
baseRate: (number | null)
pausesBelowFloor: boolean
stockSteps: {
fromRobux: number
cents: number
}[]
dayTimes: {
from: string
to: string
cents: number
}[]
timeZone: string
accounts: number
pausedAccounts: number
createdAt: string
}[]

export interface PriceRulesAddInput {
name: string
floor: (number | string)
ceiling: (number | string)
belowCents: (number | string | null)
baseRate: (number | string | null)
pausesBelowFloor: boolean
/**
 * @maxItems 6
 */
stockSteps: {
fromRobux: (number | string)
cents: (number | string)
}[]
/**
 * @maxItems 6
 */
dayTimes: {
from: string
to: string
cents: (number | string)
}[]
timeZone?: string
isOn?: boolean
/**
 * @maxItems 2000
 */
accountIds: string[]
}

export interface PriceRulesAddAnswer {
id: string
name: string
isOn: boolean
floor: number
ceiling: number
belowCents: (number | null)
baseRate: (number | null)
pausesBelowFloor: boolean
stockSteps: {
fromRobux: number
cents: number
}[]
dayTimes: {
from: string
to: string
cents: number
}[]
timeZone: string
accounts: number
pausedAccounts: number
createdAt: string
accountIds: string[]
}

export interface PriceRulesReadInput {
id: string
}

export interface PriceRulesReadAnswer {
id: string
name: string
isOn: boolean
floor: number
ceiling: number
belowCents: (number | null)
baseRate: (number | null)
pausesBelowFloor: boolean
stockSteps: {
fromRobux: number
cents: number
}[]
dayTimes: {
from: string
to: string
cents: number
}[]
timeZone: string
accounts: number
pausedAccounts: number
createdAt: string
accountIds: string[]
}

export interface PriceRulesChangeInput {
id: string
name?: string
floor?: (number | string)
ceiling?: (number | string)
belowCents?: (number | string | null)
baseRate?: (number | string | null)
pausesBelowFloor?: boolean
/**
 * @maxItems 6
 */
stockSteps?: {
fromRobux: (number | string)
cents: (number | string)
}[]
/**
 * @maxItems 6
 */
dayTimes?: {
from: string
to: string
cents: (number | string)
}[]
timeZone?: string
isOn?: boolean
/**
 * @maxItems 2000
 */
accountIds?: string[]
}

export interface PriceRulesChangeAnswer {
id: string
name: string
isOn: boolean
floor: number
ceiling: number
belowCents: (number | null)
baseRate: (number | null)
pausesBelowFloor: boolean
stockSteps: {
fromRobux: number
cents: number
}[]
dayTimes: {
from: string
to: string
cents: number
}[]
timeZone: string
accounts: number
pausedAccounts: number
createdAt: string
accountIds: string[]
}

export interface PriceRulesRemoveInput {
id: string
}

export interface PriceRulesRemoveAnswer {
success: true
message?: string
}

export interface PriceRulesPreviewInput {
name: string
floor: (number | string)
ceiling: (number | string)
belowCents: (number | string | null)
baseRate: (number | string | null)
pausesBelowFloor: boolean
/**
 * @maxItems 6
 */
stockSteps: {
fromRobux: (number | string)
cents: (number | string)
}[]
/**
 * @maxItems 6
 */
dayTimes: {
from: string
to: string
cents: (number | string)
}[]
timeZone?: string
/**
 * @maxItems 2000
 */
accountIds: string[]
}

export type PriceRulesPreviewAnswer = {
accountId: string
username: string
fromRate: number
toRate: number
isPaused: boolean
why: {
code: ("follow" | "alone" | "base" | "ended")
startRate?: number
belowCents?: number
stockStep?: {
fromRobux: number
cents: number
}
dayCents?: number
bound?: ("floor" | "ceiling")
boundRate?: number
}
text: string
}[]

export interface PriceRulesChangesInput {
id: string
page?: (number | string)
pageSize?: (number | string)
}

export type PriceRulesChangesAnswer = {
id: string
at: string
ruleId: string
ruleName: string
accountId: string
username: string
fromRate: number
toRate: number
wasPaused: boolean
isPaused: boolean
why: {
code: ("follow" | "alone" | "base" | "ended")
startRate?: number
belowCents?: number
stockStep?: {
fromRobux: number
cents: number
}
dayCents?: number
bound?: ("floor" | "ceiling")
boundRate?: number
}
text: string
}[]

export interface ProxiesListInput {
page?: (number | string)
pageSize?: (number | string)
search?: string
sort?: ("host" | "port" | "username" | "status" | "createdAt")
dir?: ("asc" | "desc")
}

export type ProxiesListAnswer = {
id: string
host: string
port: number
username: (string | null)
password: (string | null)
status: ("active" | "failing" | "unchecked")
statusReason: (string | null)
checkedAt: (string | null)
accountCount: number
createdAt: string
}[]

export interface ProxiesFiguresAnswer {
total: number
active: number
failing: number
inUse: number
}

export interface ProxiesAddInput {
host: string
port: (number | string)
username?: (string | null)
password?: (string | null)
}

export interface ProxiesAddAnswer {
id: string
host: string
port: number
username: (string | null)
password: (string | null)
status: ("active" | "failing" | "unchecked")
statusReason: (string | null)
checkedAt: (string | null)
accountCount: number
createdAt: string
}

export interface ProxiesAddManyInput {
/**
 * @minItems 1
 * @maxItems 200
 */
lines: string[]
}

export interface ProxiesAddManyAnswer {
added: number
failed: {
line: number
reason: string
}[]
}

export interface ProxiesRemoveInput {
id: string
}

export interface ProxiesRemoveAnswer {
success: true
message?: string
}

export interface ListingsListInput {
page?: (number | string)
pageSize?: (number | string)
sellerId?: string
status?: ("active" | "pending" | "sold" | "cancelled")
itemType?: ("robux" | "premium_items" | "limited_items")
others?: string
search?: string
sort?: ("createdAt" | "title" | "itemType" | "quantity" | "pricePerUnit" | "totalPrice" | "status")
dir?: ("asc" | "desc")
}

export type ListingsListAnswer = {
id: string
sellerId: string
userId: string
sellerName: string
sellerRating: (number | null)
title: string
description: (string | null)
pictureId: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: number
pricePerUnit: number
totalPrice: number
status: ("active" | "pending" | "sold" | "cancelled")
deliveryTime: string
termsHash: string
tradeId: (string | null)
createdAt: string
updatedAt: string
}[]

export interface ListingsFiguresInput {
tz?: string
}

export interface ListingsFiguresAnswer {
activeListings: number
pendingOrders: number
soldThisMonth: number
totalInventory: number
}

export interface ListingsCreateInput {
title: string
description?: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: (number | string)
pricePerUnit: (number | string)
deliveryTime: string
}

export interface ListingsCreateAnswer {
id: string
sellerId: string
userId: string
sellerName: string
sellerRating: (number | null)
title: string
description: (string | null)
pictureId: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: number
pricePerUnit: number
totalPrice: number
status: ("active" | "pending" | "sold" | "cancelled")
deliveryTime: string
termsHash: string
tradeId: (string | null)
createdAt: string
updatedAt: string
}

export interface ListingsUpdateInput {
id: string
title?: string
description?: (string | null)
quantity?: (number | string)
pricePerUnit?: (number | string)
deliveryTime?: string
}

export interface ListingsUpdateAnswer {
id: string
sellerId: string
userId: string
sellerName: string
sellerRating: (number | null)
title: string
description: (string | null)
pictureId: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: number
pricePerUnit: number
totalPrice: number
status: ("active" | "pending" | "sold" | "cancelled")
deliveryTime: string
termsHash: string
tradeId: (string | null)
createdAt: string
updatedAt: string
}

export interface ListingsRemoveInput {
id: string
}

export interface ListingsRemoveAnswer {
success: true
message?: string
}

export interface ListingsSetPictureInput {
id: string
picture: string
}

export interface ListingsSetPictureAnswer {
id: string
sellerId: string
userId: string
sellerName: string
sellerRating: (number | null)
title: string
description: (string | null)
pictureId: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: number
pricePerUnit: number
totalPrice: number
status: ("active" | "pending" | "sold" | "cancelled")
deliveryTime: string
termsHash: string
tradeId: (string | null)
createdAt: string
updatedAt: string
}

export interface ListingsRemovePictureInput {
id: string
}

export interface ListingsRemovePictureAnswer {
id: string
sellerId: string
userId: string
sellerName: string
sellerRating: (number | null)
title: string
description: (string | null)
pictureId: (string | null)
itemType: ("robux" | "premium_items" | "limited_items")
quantity: number
pricePerUnit: number
totalPrice: number
status: ("active" | "pending" | "sold" | "cancelled")
deliveryTime: string
termsHash: string
tradeId: (string | null)
createdAt: string
updatedAt: string
}

export interface ListingsReadPictureInput {
id: string
pictureId: string
small?: string
}

export interface TransactionsListInput {
page?: (number | string)
pageSize?: (number | string)
role?: ("buyer" | "seller")
all?: string
status?: ("pending" | "completed" | "cancelled" | "failed")
stage?: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
search?: string
sort?: ("createdAt" | "title" | "totalAmount" | "stage")
dir?: ("asc" | "desc")
}

export type TransactionsListAnswer = {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
}[]

export interface TransactionsReadInput {
id: string
}

export interface TransactionsReadAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsBuyInput {
listingId: string
sellerId: string
quantity: (1 | "1")
pricePerUnit: (number | string)
totalAmount: (number | string)
platformFee: (number | string)
termsHash?: string
}

export interface TransactionsBuyAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsDeliverInput {
id: string
note?: string
}

export interface TransactionsDeliverAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsConfirmInput {
id: string
}

export interface TransactionsConfirmAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsCancelInput {
id: string
}

export interface TransactionsCancelAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsDisputeInput {
id: string
reason: string
}

export interface TransactionsDisputeAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsMessagesInput {
id: string
text: string
}

export interface TransactionsMessagesAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionsRateInput {
id: string
stars: number
comment?: string
}

export interface TransactionsRateAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionPicturesAddInput {
id: string
picture: string
}

export interface TransactionPicturesAddAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface TransactionPicturesReadInput {
id: string
pictureId: string
small?: string
}

export interface TransactionPicturesRemoveInput {
id: string
pictureId: string
}

export interface TransactionPicturesRemoveAnswer {
id: string
listingId: string
sellerId: string
buyerId: string
type: ("purchase" | "sale")
title: string
description: string
quantity: number
units: number
pricePerUnit: number
totalAmount: number
amount: number
platformFee: string
status: ("pending" | "completed" | "cancelled" | "failed")
stage: ("pending" | "delivered" | "disputed" | "completed" | "cancelled" | "failed")
deliverBy: string
confirmAt: (string | null)
rating: ({
stars: number
comment: (string | null)
} | null)
createdAt: string
endedAt: (string | null)
events: {
at: string
by: ("buyer" | "seller" | "staff" | "system")
what: string
text: (string | null)
}[]
pictures: {
id: string
by: ("buyer" | "seller")
width: number
height: number
addedAt: string
}[]
buyerName: string
listing: {
sellerName: string
description: (string | null)
pictureId: (string | null)
deliveryTime: string
}
}

export interface HistoryListInput {
page?: (number | string)
pageSize?: (number | string)
role?: ("buyer" | "seller")
type?: ("purchase" | "robux_purchase" | "deposit" | "sale" | "robux_sale" | "withdrawal" | "correction" | "late_purchase" | "affiliate_share" | "sales")
status?: ("pending" | "processing" | "completed" | "cancelled" | "failed" | "reversed")
from?: string
to?: string
search?: string
sort?: ("createdAt" | "type" | "description" | "amount" | "quantity" | "status")
dir?: ("asc" | "desc")
}

export type HistoryListAnswer = {
id: string
type: ("purchase" | "robux_purchase" | "deposit" | "sale" | "robux_sale" | "withdrawal" | "correction" | "late_purchase" | "affiliate_share")
description: string
amount: number
direction: ("in" | "out")
quantity: (number | null)
status: ("pending" | "processing" | "completed" | "cancelled" | "failed" | "reversed")
fee: number
balanceAfter: (number | null)
createdAt: string
}[]

export interface HistoryCsvInput {
role?: ("buyer" | "seller")
type?: ("purchase" | "robux_purchase" | "deposit" | "sale" | "robux_sale" | "withdrawal" | "correction" | "late_purchase" | "affiliate_share" | "sales")
status?: ("pending" | "processing" | "completed" | "cancelled" | "failed" | "reversed")
from?: string
to?: string
search?: string
}

export interface SpendingReadInput {
year?: string
tz?: string
}

export interface SpendingReadAnswer {
year: number
years: number[]
months: {
month: string
robuxSpent: number
listingsSpent: number
spent: number
robux: number
orders: number
trades: number
averageRate: (number | null)
refunded: number
refunds: number
}[]
total: {
robuxSpent: number
listingsSpent: number
spent: number
robux: number
orders: number
trades: number
averageRate: (number | null)
refunded: number
refunds: number
}
passes: {
passId: string
name: string
url: string
spent: number
robux: number
orders: number
}[]
}

export interface SpendingCsvInput {
year?: string
tz?: string
}

export interface StatsUserInput {
role?: ("buyer" | "seller")
}

export interface StatsUserAnswer {
userId: string
totalEarnings: number
totalTransactions: number
totalListings: number
averageRating: (number | null)
rating: (number | null)
successRate: (number | null)
}

export interface StatsWeekInput {
role?: ("buyer" | "seller")
tz?: string
}

export type StatsWeekAnswer = ({
role: "buyer"
days: {
day: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")
date: string
robux: number
}[]
lastWeek: number[]
change: number
totals: {
totalRobux: number
totalSpent: number
completedOrders: number
totalOrders: number
activeOrders: number
pendingOrders: number
preOrders: number
}
} | {
role: "seller"
days: {
day: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")
date: string
revenue: number
sales: number
}[]
lastWeek: number[]
change: number
totals: {
totalEarnings: number
totalSales: number
activeListings: number
accountsForSale: number
}
})

export interface StatsRatesInput {
days?: ("1" | "7" | "30" | "90")
tz?: string
}

export interface StatsRatesAnswer {
days: {
date: string
robux: number
volume: number
orders: number
averageRate: (number | null)
}[]
totals: {
robux: number
volume: number
orders: number
averageRate: (number | null)
volumeChange: (number | null)
}
}

export interface StatsTickerAnswer {
last: (number | null)
change: (number | null)
trades: {
at: string
robux: number
rate: number
}[]
position: ({
rank: number
rate: number
aboveBest: number
} | null)
}

export interface Order {
id: string
accountId: (string | null)
buyerId: string
robuxAmount: string
requestedRobux?: string
totalPrice: string
ratePerThousand: number
status: ("pending" | "processing" | "completed" | "failed")
failureReason: (string | null)
gamepassUrl: string
gamepassName: string
createdAt: string
completedAt: (string | null)
deadline?: string
storeUrl?: string
inReview?: true
events: {
at: string
code: ("placed" | "matched" | "buying" | "buying_again" | "answer_lost" | "escalated" | "failing" | "reassigning" | "reassigned" | "manual" | "manual_moved" | "manual_rests" | "manual_claimed" | "manual_wrong_price" | "bought" | "waiting" | "failed")
what: string
until?: string
}[]
}

/** Why a call was refused. */
export type ErrorCode =
  | 'invalid_input'
  | 'invalid_amount'
  | 'minimum_withdrawal'
  | 'invalid_ltc_address'
  | 'invalid_cookie'
  | 'two_factor_required'
  | 'invalid_gamepass_url'
  | 'invalid_pass_owner'
  | 'gamepass_not_for_sale'
  | 'check_failed'
  | 'invalid_proxy'
  | 'invalid_network'
  | 'webhook_port_not_allowed'
  | 'credential_and_session'
  | 'invalid_signature'
  | 'not_a_picture'
  | 'ownership_not_confirmed'
  | 'authentication_required'
  | 'account_banned'
  | 'other_user'
  | 'unknown_token'
  | 'token_revoked'
  | 'token_expired'
  | 'network_not_allowed'
  | 'scope_required'
  | 'session_required'
  | 'owner_required'
  | 'admin_required'
  | 'seller_required'
  | 'unauthorized'
  | 'step_up_required'
  | 'factor_required'
  | 'api_factor_required'
  | 'account_too_new'
  | 'foreign_origin'
  | 'not_found'
  | 'user_not_found'
  | 'roblox_user_not_found'
  | 'experience_not_found'
  | 'gamepass_not_found'
  | 'order_not_found'
  | 'account_not_found'
  | 'proxy_not_found'
  | 'price_rule_not_found'
  | 'listing_not_found'
  | 'transaction_not_found'
  | 'reserves_not_published'
  | 'no_balance_proof'
  | 'method_not_allowed'
  | 'insufficient_balance'
  | 'maximum_withdrawal'
  | 'address_ambiguous'
  | 'price_mismatch'
  | 'price_far_off'
  | 'out_of_stock'
  | 'pass_in_use'
  | 'account_exists'
  | 'import_running'
  | 'proxy_exists'
  | 'proxy_in_use'
  | 'cookie_of_another'
  | 'too_many_pictures'
  | 'too_many_messages'
  | 'too_many_listings'
  | 'open_orders'
  | 'setting_changed'
  | 'listing_closed'
  | 'listing_sold'
  | 'already_purchased'
  | 'out_of_order'
  | 'account_in_use'
  | 'owner_protected'
  | 'owner_configured'
  | 'code_not_found'
  | 'money_under_way'
  | 'no_factor'
  | 'factor_exists'
  | 'too_many_factors'
  | 'address_exists'
  | 'too_many_credentials'
  | 'webhook_exists'
  | 'too_many_webhooks'
  | 'too_many_price_alerts'
  | 'too_many_standing_orders'
  | 'too_many_price_rules'
  | 'too_many_addresses'
  | 'reset_waiting'
  | 'review_closed'
  | 'withdrawal_sent'
  | 'payment_possible'
  | 'spending_limit'
  | 'wallet_frozen'
  | 'key_reused'
  | 'overtaken'
  | 'picture_too_large'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'outside_failed'
  | 'service_unavailable'
  | 'answer_lost'
  | 'server_error';

/** All calls that API tokens can make. */
export interface Calls<Options> {
  readonly users: {
    /** The signed-in user. Scope: read. */
    me(input?: Record<never, never>, options?: Options): Promise<UsersMeAnswer>;
  };
  readonly inbox: {
    /** What happened to the user, 20 entries a page, and what waits for them. Scope: read. */
    read(input?: InboxReadInput, options?: Options): Promise<InboxReadAnswer>;
  };
  readonly platform: {
    /** Public counters and the cheapest rates. Scope: read. */
    stats(input?: Record<never, never>, options?: Options): Promise<PlatformStatsAnswer>;
    /** State of the site: mode, maintenance, emergency stop. Scope: read. */
    status(input?: Record<never, never>, options?: Options): Promise<PlatformStatusAnswer>;
  };
  readonly market: {
    /** Stock for sale by rate, cheapest first. Scope: read. */
    aggregated(input?: Record<never, never>, options?: Options): Promise<MarketAggregatedAnswer>;
  };
  readonly wallet: {
    /** An own wallet; the wallet of the present role by default. Scope: read. */
    read(input?: WalletReadInput, options?: Options): Promise<WalletReadAnswer>;
    /** Deposits and withdrawals of an own wallet, newest first. Scope: read. */
    transactions(input?: WalletTransactionsInput, options?: Options): Promise<WalletTransactionsAnswer>;
    /** One own deposit or withdrawal. Scope: read. */
    transaction(input: WalletTransactionInput, options?: Options): Promise<WalletTransactionAnswer>;
    /** Deposits and withdrawals of an own wallet as CSV, newest first. Scope: read. */
    transactionsCsv(input?: WalletTransactionsCsvInput, options?: Options): Promise<string>;
    /** Dollars per LTC: the median of the live sources. Scope: read. */
    ltcPrice(input?: Record<never, never>, options?: Options): Promise<WalletLtcPriceAnswer>;
    /** The present deposit address, created if there is none. Scope: trade. */
    generateAddress(input: WalletGenerateAddressInput, options?: Options): Promise<WalletGenerateAddressAnswer>;
    /** Check the chain now and credit due deposits. Scope: trade. */
    checkDeposits(input: WalletCheckDepositsInput, options?: Options): Promise<WalletCheckDepositsAnswer>;
  };
  readonly gamepass: {
    /** Look a gamepass up by its address or id. Scope: read. */
    validate(input: GamepassValidateInput, options?: Options): Promise<GamepassValidateAnswer>;
    /** List the gamepasses on sale of a Roblox user or an experience. Scope: read. */
    find(input: GamepassFindInput, options?: Options): Promise<GamepassFindAnswer>;
  };
  readonly orders: {
    /** Own orders as buyer or seller, newest first. Scope: read. */
    list(input?: OrdersListInput, options?: Options): Promise<OrdersListAnswer>;
    /** One order with its timeline. Scope: read. */
    read(input: OrdersReadInput, options?: Options): Promise<OrdersReadAnswer>;
    /** Buy Robux: the money is held, and a seller's account buys the gamepass. Scope: trade. */
    place(input: OrdersPlaceInput, options?: Options): Promise<OrdersPlaceAnswer>;
    /** Place an order for each gamepass of a basket. Nothing is placed unless the balance covers all of them at their maximum rates. Scope: trade. */
    placeBasket(input: OrdersPlaceBasketInput, options?: Options): Promise<OrdersPlaceBasketAnswer>;
    /** Report that the seller has bought the gamepass of a manual order, which is then checked. Scope: trade. */
    bought(input: OrdersBoughtInput, options?: Options): Promise<OrdersBoughtAnswer>;
  };
  readonly preOrders: {
    /** The queue of pre-orders, oldest first, and the available stock. Scope: read. */
    live(input?: PreOrdersLiveInput, options?: Options): Promise<PreOrdersLiveAnswer>;
    /** Own pre-orders, newest first. Scope: read. */
    list(input?: PreOrdersListInput, options?: Options): Promise<PreOrdersListAnswer>;
    /** Place a pre-order, which is charged automatically when stock fits and cannot be cancelled. Scope: trade. */
    place(input: PreOrdersPlaceInput, options?: Options): Promise<PreOrdersPlaceAnswer>;
  };
  readonly priceAlerts: {
    /** Own price alerts, newest first. Scope: read. */
    list(input?: Record<never, never>, options?: Options): Promise<PriceAlertsListAnswer>;
    /** Be told once when at least a number of Robux is for sale at a rate or less. Scope: trade. */
    add(input: PriceAlertsAddInput, options?: Options): Promise<PriceAlertsAddAnswer>;
    /** Delete an own price alert. Scope: trade. */
    remove(input: PriceAlertsRemoveInput, options?: Options): Promise<PriceAlertsRemoveAnswer>;
  };
  readonly standingOrders: {
    /** Own standing orders with their latest rounds, newest first. Scope: read. */
    list(input?: Record<never, never>, options?: Options): Promise<StandingOrdersListAnswer>;
  };
  readonly robloxAccounts: {
    /** Own accounts, newest first. Scope: read. */
    list(input?: RobloxAccountsListInput, options?: Options): Promise<RobloxAccountsListAnswer>;
    /** Own accounts as CSV, newest first, without cookies. Scope: read. */
    csv(input?: RobloxAccountsCsvInput, options?: Options): Promise<string>;
    /** The figures above the accounts. Scope: read. */
    figures(input?: Record<never, never>, options?: Options): Promise<RobloxAccountsFiguresAnswer>;
    /** Put an own Roblox account up for sale with its session cookie. Scope: manage-accounts. */
    add(input: RobloxAccountsAddInput, options?: Options): Promise<RobloxAccountsAddAnswer>;
    /** Activate or deactivate an account, or change its rate, proxy or fulfilment. Scope: manage-accounts. */
    update(input: RobloxAccountsUpdateInput, options?: Options): Promise<RobloxAccountsUpdateAnswer>;
    /** Apply one action to many accounts; the reply has the result of each. Scope: manage-accounts. */
    bulk(input: RobloxAccountsBulkInput, options?: Options): Promise<RobloxAccountsBulkAnswer>;
    /** Replace the account's cookie. Scope: manage-accounts. */
    updateCookie(input: RobloxAccountsUpdateCookieInput, options?: Options): Promise<RobloxAccountsUpdateCookieAnswer>;
    /** Refresh the Robux balance. Scope: manage-accounts. */
    refreshBalance(input: RobloxAccountsRefreshBalanceInput, options?: Options): Promise<RobloxAccountsRefreshBalanceAnswer>;
    /** Delete the account and its cookie. Scope: manage-accounts. */
    remove(input: RobloxAccountsRemoveInput, options?: Options): Promise<RobloxAccountsRemoveAnswer>;
  };
  readonly accountHistory: {
    /** What an own account earned, by day or by week. Scope: read. */
    earnings(input: AccountHistoryEarningsInput, options?: Options): Promise<AccountHistoryEarningsAnswer>;
    /** What happened to an own account in the last 90 days, newest first. Scope: read. */
    healthEvents(input: AccountHistoryHealthEventsInput, options?: Options): Promise<AccountHistoryHealthEventsAnswer>;
  };
  readonly accountImports: {
    /** Add own Roblox accounts from lines `cookie`, `cookie,rate` or `cookie,rate,host:port` of an own proxy. Each line counts as an action. Scope: manage-accounts. */
    start(input: AccountImportsStartInput, options?: Options): Promise<AccountImportsStartAnswer>;
    /** Own imports of the last 7 days, newest first, without their lines. Scope: read. */
    list(input?: Record<never, never>, options?: Options): Promise<AccountImportsListAnswer>;
    /** An own import with the result of each line. Scope: read. */
    read(input: AccountImportsReadInput, options?: Options): Promise<AccountImportsReadAnswer>;
    /** End an own import and delete the cookies that were not checked. Added accounts stay. Scope: manage-accounts. */
    cancel(input: AccountImportsCancelInput, options?: Options): Promise<AccountImportsCancelAnswer>;
  };
  readonly stockAlerts: {
    /** The own alert for low stock. Scope: read. */
    read(input?: Record<never, never>, options?: Options): Promise<StockAlertsReadAnswer>;
    /** Set below how many Robux for sale the stock is low; null ends the alert. Scope: manage-accounts. */
    change(input: StockAlertsChangeInput, options?: Options): Promise<StockAlertsChangeAnswer>;
  };
  readonly priceRules: {
    /** Own price rules, oldest first. Scope: read. */
    list(input?: Record<never, never>, options?: Options): Promise<PriceRulesListAnswer>;
    /** Add a price rule for own accounts. Scope: manage-accounts. */
    add(input: PriceRulesAddInput, options?: Options): Promise<PriceRulesAddAnswer>;
    /** An own price rule with the ids of its accounts. Scope: read. */
    read(input: PriceRulesReadInput, options?: Options): Promise<PriceRulesReadAnswer>;
    /** Change an own price rule, turn it on or off, or replace its accounts. Scope: manage-accounts. */
    change(input: PriceRulesChangeInput, options?: Options): Promise<PriceRulesChangeAnswer>;
    /** Delete an own price rule. Its accounts keep their rates, and those that it paused go on sale again. Scope: manage-accounts. */
    remove(input: PriceRulesRemoveInput, options?: Options): Promise<PriceRulesRemoveAnswer>;
    /** The rates that a rule would set now, and why. Nothing is saved. Scope: manage-accounts. */
    preview(input: PriceRulesPreviewInput, options?: Options): Promise<PriceRulesPreviewAnswer>;
    /** What an own price rule changed in the last 90 days, newest first. Scope: read. */
    changes(input: PriceRulesChangesInput, options?: Options): Promise<PriceRulesChangesAnswer>;
  };
  readonly proxies: {
    /** Own proxies, newest first. Scope: read. */
    list(input?: ProxiesListInput, options?: Options): Promise<ProxiesListAnswer>;
    /** The four figures above the proxies. Scope: read. */
    figures(input?: Record<never, never>, options?: Options): Promise<ProxiesFiguresAnswer>;
    /** Add an own HTTP proxy, which is tested immediately. Scope: manage-accounts. */
    add(input: ProxiesAddInput, options?: Options): Promise<ProxiesAddAnswer>;
    /** Add proxies from lines `host:port`, `host:port:user:password` or HTTP proxy URLs; blank lines are skipped and counted. Scope: manage-accounts. */
    addMany(input: ProxiesAddManyInput, options?: Options): Promise<ProxiesAddManyAnswer>;
    /** Delete an own proxy that no account uses. Scope: manage-accounts. */
    remove(input: ProxiesRemoveInput, options?: Options): Promise<ProxiesRemoveAnswer>;
  };
  readonly listings: {
    /** Active listings of all sellers or of one seller, newest first; own listings in every status. Scope: read. */
    list(input?: ListingsListInput, options?: Options): Promise<ListingsListAnswer>;
    /** The four figures above My Listings. Scope: read. */
    figures(input?: ListingsFiguresInput, options?: Options): Promise<ListingsFiguresAnswer>;
    /** Create a listing on the marketplace, up to 200 active ones. Scope: trade. */
    create(input: ListingsCreateInput, options?: Options): Promise<ListingsCreateAnswer>;
    /** Change an own listing while it is active. Scope: trade. */
    update(input: ListingsUpdateInput, options?: Options): Promise<ListingsUpdateAnswer>;
    /** Remove an own listing, unless someone is buying it. Scope: trade. */
    remove(input: ListingsRemoveInput, options?: Options): Promise<ListingsRemoveAnswer>;
    /** Set the picture of an own active listing: PNG, JPEG or WebP, at most 2 MB. Scope: trade. */
    setPicture(input: ListingsSetPictureInput, options?: Options): Promise<ListingsSetPictureAnswer>;
    /** Remove the picture of an own active listing. Scope: trade. */
    removePicture(input: ListingsRemovePictureInput, options?: Options): Promise<ListingsRemovePictureAnswer>;
    /** The picture of a listing as WebP. Scope: read. */
    readPicture(input: ListingsReadPictureInput, options?: Options): Promise<ArrayBuffer>;
  };
  readonly transactions: {
    /** Own trades as buyer or seller, newest first. Scope: read. */
    list(input?: TransactionsListInput, options?: Options): Promise<TransactionsListAnswer>;
    /** One trade with its events and messages, for its parties and staff. Scope: read. */
    read(input: TransactionsReadInput, options?: Options): Promise<TransactionsReadAnswer>;
    /** Buy a listing: the money is held until delivery is confirmed. Scope: trade. */
    buy(input: TransactionsBuyInput, options?: Options): Promise<TransactionsBuyAnswer>;
    /** Mark as delivered, by the seller. Scope: trade. */
    deliver(input: TransactionsDeliverInput, options?: Options): Promise<TransactionsDeliverAnswer>;
    /** Confirm receipt, by the buyer: the seller is paid. Scope: trade. */
    confirm(input: TransactionsConfirmInput, options?: Options): Promise<TransactionsConfirmAnswer>;
    /** Refund the buyer: by the seller before delivery, or by the buyer after the delivery deadline. Scope: trade. */
    cancel(input: TransactionsCancelInput, options?: Options): Promise<TransactionsCancelAnswer>;
    /** Dispute a delivery, by the buyer. Scope: trade. */
    dispute(input: TransactionsDisputeInput, options?: Options): Promise<TransactionsDisputeAnswer>;
    /** Send a message to the other party, up to 200 in a trade. Scope: trade. */
    messages(input: TransactionsMessagesInput, options?: Options): Promise<TransactionsMessagesAnswer>;
    /** Rate a completed trade once, by the buyer. Scope: trade. */
    rate(input: TransactionsRateInput, options?: Options): Promise<TransactionsRateAnswer>;
  };
  readonly transactionPictures: {
    /** Add a picture as evidence to an open trade, by its parties: PNG, JPEG or WebP, at most 2 MB, 4 a side. Scope: trade. */
    add(input: TransactionPicturesAddInput, options?: Options): Promise<TransactionPicturesAddAnswer>;
    /** One picture of a trade as WebP, for its parties and staff. Scope: read. */
    read(input: TransactionPicturesReadInput, options?: Options): Promise<ArrayBuffer>;
    /** Remove an own picture while the trade is open. Scope: trade. */
    remove(input: TransactionPicturesRemoveInput, options?: Options): Promise<TransactionPicturesRemoveAnswer>;
  };
  readonly history: {
    /** Own trades, Robux orders, deposits, withdrawals, corrections and affiliate shares in one list, newest first. Scope: read. */
    list(input?: HistoryListInput, options?: Options): Promise<HistoryListAnswer>;
    /** The own history as CSV, newest first. Scope: read. */
    csv(input?: HistoryCsvInput, options?: Options): Promise<string>;
  };
  readonly spending: {
    /** What the user spent as a buyer: by month of a year, in total, and by gamepass. Scope: read. */
    read(input?: SpendingReadInput, options?: Options): Promise<SpendingReadAnswer>;
    /** The months of the own spending report as CSV. Scope: read. */
    csv(input?: SpendingCsvInput, options?: Options): Promise<string>;
  };
  readonly stats: {
    /** Own totals as buyer or seller; the present role by default. Scope: read. */
    user(input?: StatsUserInput, options?: Options): Promise<StatsUserAnswer>;
    /** Data of the dashboards; the present role by default. Scope: read. */
    week(input?: StatsWeekInput, options?: Options): Promise<StatsWeekAnswer>;
    /** Rates and volume of the whole market per day, or per hour of one day. Scope: read. */
    rates(input?: StatsRatesInput, options?: Options): Promise<StatsRatesAnswer>;
    /** The latest rate and completed orders of the market, and the caller's own position as a seller. Scope: read. */
    ticker(input?: Record<never, never>, options?: Options): Promise<StatsTickerAnswer>;
  };
}
