import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type * as z from 'zod/mini';
import { addressWith, type Changes, useUrlState } from './use-url-state.ts';

/** What opens in a side sheet: an order as its buyer, as its seller or as staff, a trade, a deposit or withdrawal as its user or as staff, or another entry of the history. */
export interface Item {
  readonly kind: 'order' | 'sale' | 'staff-order' | 'trade' | 'transfer' | 'staff-transfer' | 'entry';
  readonly id: string;
}

const ITEM = 'open';

/** The item that an address opens. Null if there is none or the parameter is malformed. */
export function itemIn(params: URLSearchParams): Item | null {
  const [, kind, id] =
    /^(order|sale|staff-order|trade|transfer|staff-transfer|entry):([\w-]{1,64})$/.exec(
      params.get(ITEM) ?? '',
    ) ?? [];
  return kind && id ? { kind: kind as Item['kind'], id } : null;
}

const addressOf = ({ kind, id }: Item): string => addressWith(window.location, { [ITEM]: `${kind}:${id}` });

/** Opens an item above the present page. Back closes it. */
export function openItem(item: Item): void {
  const isOpen = itemIn(new URLSearchParams(window.location.search)) !== null;
  navigate(addressOf(item), { replace: isOpen, state: isOpen ? history.state : OPENED_HERE });
}

/** The history entry before this one is the same page without what was opened. */
const OPENED_HERE = { wasOpenedHere: true };

/** Returns to the page without the item. */
export const closeItem = (): void => closeOpened({ [ITEM]: undefined });

/** Going back takes a moment, in which a second press must not leave the page. */
let isGoingBack = false;

/** Goes back to before something was opened. A page that began with it open loses its parameters instead. */
function closeOpened(parameters: Changes): void {
  if (isGoingBack) return;
  if (!history.state?.wasOpenedHere) {
    navigate(addressWith(window.location, parameters), { replace: true });
    return;
  }
  isGoingBack = true;
  addEventListener('popstate', () => (isGoingBack = false), { once: true });
  history.back();
}

interface ItemLinkProps extends ComponentProps<'a'> {
  item: Item;
}

/** A link that opens an item above the present page, or in another tab. */
export function ItemLink({ item, ...rest }: ItemLinkProps) {
  return <OpeningLink {...rest} addressOf={() => addressOf(item)} open={() => openItem(item)} />;
}

interface OpeningLinkProps extends ComponentProps<'a'> {
  /** Computes the present page with it open. */
  addressOf: () => string;
  open: () => void;
}

/** A link that opens something above the present page, or the page with it in another tab. */
export function OpeningLink({ addressOf, open, onClick, ...rest }: OpeningLinkProps) {
  // The link keeps the other parameters of the page, so it follows them.
  useSearchParams();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (isElsewhere || event.defaultPrevented) return;
    event.preventDefault();
    open();
  };
  return <a {...rest} href={addressOf()} onClick={press} />;
}

interface RowLinkProps {
  item: Item;
  /** Accessible name. It starts with the visible text. */
  label: string;
  children: ReactNode;
}

/** Opens the details of a table row. On a phone it covers the whole card. */
export function RowLink({ item, label, children }: RowLinkProps) {
  return (
    <ItemLink
      item={item}
      aria-label={label}
      className="inline-flex min-h-6 items-center whitespace-nowrap rounded-sm font-medium text-accent underline-offset-4 hover:underline max-sm:-my-0.5 max-sm:after:absolute max-sm:after:inset-0"
    >
      {children}
    </ItemLink>
  );
}

/** The sheets about the user's account, which every page can open. */
export const SECURITY_SHEET = 'security';
export const API_SHEET = 'api-access';

const SHEET = 'sheet';
const OF = 'sheet-of';
/** Of the parameters that belong to the open sheet. Closing it removes them. */
const PREFIX = 'sheet-';

/** A sheet that is named in the address while it is open: Back closes it, and a reload keeps it. */
export function useUrlSheet(name: string) {
  const [params] = useSearchParams();
  const isOpen = params.get(SHEET) === name;
  return {
    isOpen,
    /** What the sheet is about, if it is one of several. */
    of: isOpen ? params.get(OF) : null,
    open: (of?: string) => openSheet(name, of),
    /** Closes it if it is still open: an answer may arrive after the user has left it. */
    close: () => isOpenNow(name) && closeSheet(),
  };
}

/** Opens a sheet. Back returns to the page, or to the sheet that was open. */
export function openSheet(name: string, of?: string): void {
  const wasOpen = isOpenNow(name);
  const state = wasOpen ? history.state : OPENED_HERE;
  navigate(sheetAddress(name, of), { replace: wasOpen, state });
}

const isOpenNow = (name: string): boolean => new URLSearchParams(window.location.search).get(SHEET) === name;

/** The present page with a sheet open. */
export const sheetAddress = (name: string, of?: string): string =>
  addressWith(window.location, { ...withoutSheet(), [SHEET]: name, [OF]: of });

/**
 * What the open sheet shows, such as its page or a filter. A change adds no step for Back. A sheet that is closing shows the
 * same until the end.
 */
export function useSheetView<Name extends string>(schema: z.ZodMiniType, names: readonly Name[]) {
  const [view, change] = useUrlState(schema, names, PREFIX);
  const [params] = useSearchParams();
  const [name] = useState(() => params.get(SHEET));
  const isOpen = params.get(SHEET) === name;
  const [shown, setShown] = useState(view);
  if (isOpen && shown !== view) setShown(view);
  return [
    isOpen ? view : shown,
    (changes: Partial<Record<Name, string | undefined>>) => change(changes, { replace: true }),
  ] as const;
}

const closeSheet = (): void => closeOpened(withoutSheet());

/** Removes the parameters of the open sheet. */
function withoutSheet(): Changes {
  const names = [...new URLSearchParams(window.location.search).keys()];
  const own = names.filter((name) => name === SHEET || name.startsWith(PREFIX));
  return Object.fromEntries(own.map((name) => [name, undefined]));
}
