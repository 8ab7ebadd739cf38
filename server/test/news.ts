import type { Caller } from './app.ts';
import type { TestDatabase } from './database.ts';

/** What a person's inbox shows, newest first, as `title: text`. */
export async function newsOf(person: Pick<Caller, 'call'>): Promise<string[]> {
  const { body } = await person.call('GET', '/api/inbox');
  return (body.entries as { title: string; text: string }[]).map(({ title, text }) => `${title}: ${text}`);
}

/** Adds the news of a completed order of $1.00. */
export const addNews = ({ asOwner }: TestDatabase, person: { readonly id: string }, robux: number) =>
  asOwner(`select add_notification($1, 'orders', 'order_completed', null, $2)`, [
    person.id,
    { robux, cents: 100 },
  ]);
