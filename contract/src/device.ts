import { t, text, translate } from './texts.ts';

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

export const ON_SYSTEM = text('{browser} on {system}');

/**
 * The browser and system of a user agent: 'Firefox on Windows'. The order matters, because most user agents
 * name several browsers.
 */
export function deviceOf(userAgent: string): string {
  const named = (list: typeof BROWSERS | typeof SYSTEMS) =>
    list.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser) return userAgent.split(' ')[0] || t('Unknown browser');
  return system ? translate({ text: ON_SYSTEM, values: { browser, system } }) : browser;
}
