import { t } from '@sterling/contract/texts.ts';
import type { Role } from '@sterling/contract/users.ts';
import { Crown } from 'lucide-react';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Section, SectionKey } from './section.ts';
import { GENERIC, OVERVIEWS, PAGES_WITH_OWN_URL, SECTIONS } from './sections.ts';

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
  const page = PAGES_WITH_OWN_URL.find((each) => each.key === key && each.roles.includes(role));
  return page ?? findSection(role, key);
}

/** The platform owner's page at /admin. It belongs to owners of every role. */
export const OWNER_PANEL: Section = {
  key: 'owner-panel',
  label: t('Owner Panel'),
  title: t('Owner Panel'),
  subtitle: t('Decisions, treasury, users and platform settings.'),
  icon: Crown,
  roles: [],
  group: 'more',
  page: 'owner-panel',
};

const EVENT = 'switch-section';

/** The address of a section. `details` are further query parameters, such as a filter. */
export const sectionPath = (key: SectionKey, details: Readonly<Record<string, string>> = {}): string =>
  key === 'overview' ? '/dashboard' : `/dashboard?${new URLSearchParams({ section: key, ...details })}`;

/** Opens a section from anywhere. Other scripts can dispatch the same event. */
export function switchSection(key: SectionKey): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: key }));
}

/** Handles the event that opens a section. */
export function useSectionSwitching(): void {
  useEffect(() => {
    const open = (event: Event) => {
      const key = (event as CustomEvent<unknown>).detail;
      // another script may name any section; an unknown one shows the generic page
      if (typeof key === 'string') navigate(sectionPath(key as SectionKey));
    };
    window.addEventListener(EVENT, open);
    return () => window.removeEventListener(EVENT, open);
  }, []);
}
