/** The image of the product, under the name by which it is started. */
export const image = 'localhost/cryptocommerce';
