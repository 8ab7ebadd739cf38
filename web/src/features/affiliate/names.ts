/** The shortened name of a referred person, or a placeholder if their account no longer exists. */
export const nameOf = ({ username }: { readonly username: string | null }): string =>
  username ?? 'Deleted account';
