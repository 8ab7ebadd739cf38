import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type * as z from 'zod/mini';
import { closeOpened, OPENED_HERE } from './open-item.tsx';
import { addressWith, useUrlState } from './use-url-state.ts';

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
    open: (of?: string) => {
      const wasOpen = new URLSearchParams(window.location.search).has(SHEET);
      const state = wasOpen ? history.state : OPENED_HERE;
      navigate(addressWith(window.location, { [SHEET]: name, [OF]: of }), { replace: wasOpen, state });
    },
    close: closeSheet,
  };
}

/**
 * What the open sheet shows, such as its page or a filter. A change adds no step for Back. A sheet that is closing shows the
 * same until the end.
 */
export function useSheetView<Name extends string>(schema: z.ZodMiniType, names: readonly Name[]) {
  const [view, change] = useUrlState(schema, names, PREFIX);
  const [params] = useSearchParams();
  const isOpen = params.has(SHEET);
  const [shown, setShown] = useState(view);
  if (isOpen && shown !== view) setShown(view);
  return [
    isOpen ? view : shown,
    (changes: Partial<Record<Name, string | undefined>>) => change(changes, { replace: true }),
  ] as const;
}

function closeSheet(): void {
  const names = [...new URLSearchParams(window.location.search).keys()];
  const own = names.filter((name) => name === SHEET || name.startsWith(PREFIX));
  closeOpened(Object.fromEntries(own.map((name) => [name, undefined])));
}
