/** The role of the viewer in the trade. */
export type Side = 'buyer' | 'seller';
