import { text } from '@sterling/contract/texts.ts';
import { refuse } from '../../refusal.ts';

const INVALID_PARAMETER = '22023';

/** Runs a query that uses the user's time zone. Refuses a zone that PostgreSQL does not know. */
export async function withTimeZone<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PARAMETER) throw error;
    return refuse('invalid_input', { details: { tz: text('is not a time zone') } });
  }
}
