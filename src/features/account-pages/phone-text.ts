/** A kept number as people read it: `+1 876 555 0100`. Numbers of other countries stand as they are kept. */
export const phoneText = (kept: string): string => kept.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
