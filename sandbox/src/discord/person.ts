/** A Discord user. `discriminator` is '0' since Discord's migration. Users who never migrated keep four digits. */
export interface Person {
  id: string;
  username: string;
  globalName: string | null;
  discriminator: string;
  avatar: string | null;
  email: string | null;
  verified: boolean;
}
