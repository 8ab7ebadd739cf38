/** How somebody referred is called: by the beginning of his name, as long as he is there. */
export const nameOf = ({ username }: { readonly username: string | null }): string =>
  username ?? 'Deleted account';
