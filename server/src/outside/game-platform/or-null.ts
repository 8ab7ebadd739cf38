import { GameTrouble } from '../game-platform.ts';

/** What was asked, or null when the platform would not say. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GameTrouble) return null;
    throw error;
  }
}
