import { expect, test } from 'vitest';
import { SETTING_VALUES } from '../contract/src/settings.ts';
import { OWNER_SETTINGS } from '../web/src/features/admin/owner-settings.ts';

/** The fields of settings that the panel shows outside of the safeguards, or that only the system writes. */
const ELSEWHERE = [
  'maintenance_mode.enabled',
  'maintenance_mode.updatedAt',
  'action_limit.perHour',
  'marketplace_fee.percent',
  'announcement.text',
  'announcement.until',
  'emergency_shutdown.enabled',
  'emergency_shutdown.reason',
  'proof_of_reserves.published',
  'proof_of_reserves.everyHours',
];

test('every field of every setting has a place in the panel', () => {
  const settings = OWNER_SETTINGS.flat().flatMap((group) => group.settings);
  const shown = settings.map(({ key, part }) => `${key}.${part}`);
  const all = Object.entries(SETTING_VALUES).flatMap(([key, { shape }]) =>
    Object.keys(shape).map((part) => `${key}.${part}`),
  );
  expect([...shown, ...ELSEWHERE].sort()).toEqual(all.sort());
});
