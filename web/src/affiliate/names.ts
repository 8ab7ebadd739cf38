/** How someone referred is called: by the beginning of their name, as long as they are there. */
export const nameOf = ({ username }: { readonly username: string | null }): string =>
  username ?? 'Deleted account';
