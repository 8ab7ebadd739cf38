import { lazy } from 'react';

/** The table and the sheets that open from it, loaded when there is something to show in them. */
export const EntryTable = lazy(() => import('./entry-table.tsx'));
