import { admin } from '@sterling/contract/admin.ts';
import { type HistoryEntry, history } from '@sterling/contract/history.ts';
import { type Listing, listings } from '@sterling/contract/listings.ts';
import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { isStaff, type User } from '@sterling/contract/users.ts';
import {
  type FoundTransfer,
  MIN_TXID_SEARCH,
  type WalletTransaction,
  wallet,
} from '@sterling/contract/wallet.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { descriptionOf, itemOf, TYPE_NAMES } from '../../features/history/history.tsx';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import type { Item } from '../../kit/navigation/open-above.tsx';
import { OWNER_PANEL_PATH } from '../../kit/navigation/section.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';

export interface Hit {
  readonly key: string;
  readonly kind: Item['kind'] | 'listing' | 'user';
  readonly label: string;
  readonly note: string;
  /** The item that it opens, or the address of a page. */
  readonly target: Item | string;
}

const MIN_LENGTH = 2;
const FIRST_FIVE = { pageSize: '5' };

/**
 * Orders, trades, payments, listings and, for staff, users that a text finds. One list that fails hides no other. Fails if all
 * lists do.
 */
export const paletteQuery = (user: User, text: string) =>
  queryOptions({
    queryKey: ['history', 'palette', text],
    enabled: text.length >= MIN_LENGTH,
    queryFn: async ({ signal }) => {
      const lists = await Promise.allSettled(searches(user, text, signal));
      const failed = lists.filter((list) => list.status === 'rejected');
      if (failed.length === lists.length) throw failed[0]!.reason;
      const hits = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      // an own item opens as one's own, although staff finds it too
      return hits.filter(({ key }, at) => hits.findIndex((hit) => hit.key === key) === at);
    },
    staleTime: 0,
    placeholderData: text.length >= MIN_LENGTH ? keepPreviousData : undefined,
  });

/** Hits that show a text, without asking the server. */
export const hitsShowing = (text: string, hits: readonly Hit[] = []): readonly Hit[] =>
  hits.filter(({ label, note }) => `${label} ${note}`.toLowerCase().includes(text.toLowerCase()));

/**
 * How well an entry matches, for the palette: 1 if its name begins with the text, 0 if a typed word is in none of its names. Scattered
 * letters do not count, because such an entry would be chosen before what the server finds.
 */
export function scoreOf(name: string, typed: string, otherNames: string[] = []): number {
  const [text, own] = [typed.toLowerCase().trim(), name.toLowerCase()];
  const all = [own, ...otherNames].join(' ').toLowerCase();
  const has = (names: string) => text.split(/\s+/).every((word) => names.includes(word));
  if (own.startsWith(text)) return 1;
  if (has(own)) return 0.9;
  return has(all) ? 0.5 : 0;
}

function searches(user: User, search: string, signal: AbortSignal): Promise<Hit[]>[] {
  return [
    call(history.list, { query: { search, ...FIRST_FIVE } }, { signal }).then((rows) => rows.map(hitOfEntry)),
    ...(search.length >= MIN_TXID_SEARCH ? transfersOf(search, signal) : []),
    call(listings.list, { query: { search, status: 'active', others: '1', ...FIRST_FIVE } }, { signal }).then(
      (rows) => rows.map((listing) => hitOfListing(listing, 'marketplace')),
    ),
    ...(user.role === 'seller' ? [ownListings(user, search, signal)] : []),
    ...(isStaff(user) ? searchesOfStaff(user, search, signal) : []),
  ];
}

async function ownListings({ id: sellerId }: User, search: string, signal: AbortSignal): Promise<Hit[]> {
  const rows = await call(listings.list, { query: { search, sellerId, ...FIRST_FIVE } }, { signal });
  return rows.map((listing) => hitOfListing(listing, 'listings'));
}

const transfersOf = (search: string, signal: AbortSignal): Promise<Hit[]>[] =>
  (['buyer', 'seller'] as const).map(async (walletType) => {
    const query = { walletType, search, ...FIRST_FIVE };
    return (await call(wallet.transactions, { query }, { signal })).map(hitOfTransfer);
  });

function searchesOfStaff({ isOwner }: User, search: string, signal: AbortSignal): Promise<Hit[]>[] {
  return [
    call(admin.users, { query: { search, ...FIRST_FIVE } }, { signal }).then((rows) =>
      rows.map(({ id, username, email, discordId }) => ({
        key: id,
        kind: 'user',
        label: displayName(username),
        note: email ? t('User · {email}', { email }) : t('User · Discord {discordId}', { discordId }),
        target: isOwner
          ? `${OWNER_PANEL_PATH}?${new URLSearchParams({ 'users-search': id })}#panel-people`
          : sectionPath('admin', { 'users-search': id }),
      })),
    ),
    call(transactions.list, { query: { all: '1', search, ...FIRST_FIVE } }, { signal }).then((rows) =>
      rows.map(({ id, title, totalAmount, createdAt }) => ({
        key: id,
        kind: 'trade',
        label: title,
        note: t('Trade · {totalAmount} · {createdAt}', {
          totalAmount: formatUsd(totalAmount),
          createdAt: formatTime(createdAt),
        }),
        target: { kind: 'trade', id },
      })),
    ),
    call(orders.list, { query: { all: '1', search, ...FIRST_FIVE } }, { signal }).then((rows) =>
      rows.map(hitOfOrder),
    ),
    ...(search.length >= MIN_TXID_SEARCH
      ? [call(wallet.findTransfers, { query: { search } }, { signal }).then((rows) => rows.map(hitOfFound))]
      : []),
  ];
}

const hitOfOrder = ({ id, gamepassName, totalPrice, createdAt }: RobuxOrder): Hit => ({
  key: id,
  kind: 'staff-order',
  label: t('Gamepass {gamepassName}', { gamepassName }),
  note: t('Robux order · {totalPrice} · {createdAt}', {
    totalPrice: formatUsd(totalPrice),
    createdAt: formatTime(createdAt),
  }),
  target: { kind: 'staff-order', id },
});

/** An entry of the history as a hit. */
function hitOfEntry(entry: HistoryEntry): Hit {
  const { id, type, amount, createdAt } = entry;
  const note = `${TYPE_NAMES[type]} · ${formatUsd(amount)} · ${formatTime(createdAt)}`;
  const target = itemOf(entry);
  return { key: id, kind: target.kind, label: descriptionOf(entry), note, target };
}

const hitOfTransfer = ({ id, type, amount, txid, address, createdAt }: WalletTransaction): Hit => ({
  key: id,
  kind: 'transfer',
  label: type === 'deposit' ? t('Litecoin deposit') : t('Litecoin withdrawal'),
  note: `${formatUsd(amount)} · ${formatTime(createdAt)} · ${txid ?? address}`,
  target: { kind: 'transfer', id },
});

/** A transfer of any user as a hit of staff. */
function hitOfFound({ username, ...transfer }: FoundTransfer): Hit {
  const hit = hitOfTransfer(transfer);
  const target = { kind: 'staff-transfer', id: transfer.id } as const;
  return { ...hit, kind: target.kind, note: `${displayName(username)} · ${hit.note}`, target };
}

const hitOfListing = ({ id, title, totalPrice }: Listing, section: 'marketplace' | 'listings'): Hit => ({
  key: id,
  kind: 'listing',
  label: title,
  note: t('Listing · {totalPrice}', { totalPrice: formatUsd(totalPrice) }),
  target: sectionPath(section, { search: title }),
});

/** Names a hit's item in the palette. */
export const itemValue = ({ key }: Hit): string => `found ${key}`;

/** The first hit if nothing is selected, or a hit that has gone: hits arrive after the palette has chosen an item for the text. */
export function selectedAmong(hits: readonly Hit[], selected: string): string {
  const [first] = hits;
  const isGone = selected.startsWith('found ') && !hits.some((hit) => itemValue(hit) === selected);
  return first && (selected === '' || isGone) ? itemValue(first) : selected;
}
