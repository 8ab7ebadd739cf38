/** The side of the trade that somebody looks from. */
export type Side = 'buyer' | 'seller';
