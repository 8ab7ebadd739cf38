import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type * as z from 'zod/mini';
import { closeOpened, OPENED_HERE } from './open-item.tsx';
import { addressWith, type Changes, useUrlState } from './use-url-state.ts';

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
    close: closeSheet,
  };
}

/** Opens a sheet. Back returns to the page, or to the sheet that was open. */
export function openSheet(name: string, of?: string): void {
  const wasOpen = new URLSearchParams(window.location.search).get(SHEET) === name;
  const state = wasOpen ? history.state : OPENED_HERE;
  navigate(sheetAddress(name, of), { replace: wasOpen, state });
}

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
