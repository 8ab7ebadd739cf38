/** A Discord person. `discriminator` is '0' since Discord's migration, four digits for the few who never moved. */
export interface Person {
  id: string;
  username: string;
  globalName: string | null;
  discriminator: string;
  avatar: string | null;
  email: string | null;
  verified: boolean;
}
