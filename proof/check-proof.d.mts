/** Rejects with the reason if the proof does not show that the balance is part of the root. */
export function checkProof(proof: unknown, publishedRoot?: string): Promise<void>;
