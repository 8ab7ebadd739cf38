/** The side of the trade that someone looks from. */
export type Side = 'buyer' | 'seller';
