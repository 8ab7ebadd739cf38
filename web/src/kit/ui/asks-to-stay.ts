let asking = 0;

/** Whether a dialog is open that has something to lose, so nothing else may take its place without a question. */
export const asksToStay = (): boolean => asking > 0;

/** Notes such a dialog until the returned function is called. */
export function noteAsking(): () => void {
  asking += 1;
  return () => {
    asking -= 1;
  };
}
