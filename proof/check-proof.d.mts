/** Rejects with the reason if the proof does not show that the balance is part of the root, or is not for `own`. */
export function checkProof(
  proof: unknown,
  publishedRoot?: string,
  own?: { readonly account?: string; readonly cents?: number },
): Promise<void>;
