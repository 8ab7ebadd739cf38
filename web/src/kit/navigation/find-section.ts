import type { Role } from '@sterling/contract/users.ts';
import { Crown } from 'lucide-react';
import { GENERIC, OVERVIEWS, PAGES, SECTIONS, type Section } from './sections.ts';

/** The sections of a role for the sidebar, the palette and the router. */
export function sectionsOf(role: Role): readonly Section[] {
  return [OVERVIEWS[role], ...SECTIONS.filter((section) => section.roles.includes(role))];
}

/** The section of a key for a role. The generic view if there is none. */
export function findSection(role: Role, key: string | null): Section {
  if (!key) return OVERVIEWS[role];
  return sectionsOf(role).find((section) => section.key === key) ?? GENERIC;
}

/** The page with a URL of its own, such as /wallet. Otherwise the section of that key. */
export function findPage(role: Role, key: string): Section {
  const page = PAGES.find((each) => each.key === key && each.roles.includes(role));
  return page ?? findSection(role, key);
}

/** The platform owner's page at /admin. It belongs to owners of every role. */
export const OWNER_PANEL: Section = {
  key: 'owner-panel',
  label: 'Owner Panel',
  title: 'Owner Panel',
  subtitle: 'Decisions, treasury, users and platform settings.',
  icon: Crown,
  roles: [],
  group: 'more',
  page: 'owner-panel',
};
