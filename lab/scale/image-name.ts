export const image = 'localhost/cryptocommerce';
