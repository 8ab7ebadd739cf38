import { refuse } from '../../refusal.ts';

const INVALID_PARAMETER = '22023';

/** A query that reckons in someone's time zone. Refuses a zone that the browser knows and the database does not. */
export async function reckon<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PARAMETER) throw error;
    return refuse('invalid_input', { details: { tz: 'is no time zone' } });
  }
}
