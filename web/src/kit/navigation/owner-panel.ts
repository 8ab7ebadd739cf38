import { Crown } from 'lucide-react';
import type { Section } from './sections.ts';

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
