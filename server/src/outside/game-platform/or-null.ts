import { GameTrouble } from '../game-platform.ts';

/** The answer, or null when the call failed with GameTrouble. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GameTrouble) return null;
    throw error;
  }
}
