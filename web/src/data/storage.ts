/**
 * A text that the browser keeps under a key. Users can switch storage off: the text then lasts until the page is
 * closed, and `keep` answers false.
 */
export function storedText(key: string, open: () => Storage = () => localStorage) {
  /** What the browser refused to keep. */
  let unsaved: string | null = null;
  return {
    read(): string | null {
      try {
        return unsaved ?? open().getItem(key);
      } catch {
        return unsaved;
      }
    },
    /** Null forgets the text. */
    keep(text: string | null): boolean {
      unsaved = null;
      try {
        if (text === null) open().removeItem(key);
        else open().setItem(key, text);
        return true;
      } catch {
        unsaved = text;
        return false;
      }
    },
  };
}
