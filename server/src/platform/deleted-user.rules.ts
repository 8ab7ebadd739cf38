import { t, text } from '@sterling/contract/texts.ts';

/** The stored username of every deleted user. No user of Discord has it: names with a capital letter or a space end with '#1234'. */
export const DELETED_USERNAME = text('Deleted account');

/** A stored username as people read it: that of a deleted user in the current language. */
export const shownUsername = <Name extends string | null>(username: Name): Name | string =>
  username === DELETED_USERNAME ? t('Deleted account') : username;
