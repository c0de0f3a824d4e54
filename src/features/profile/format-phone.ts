/** Formats `+18765550100` as `+1 876 555 0100`. Numbers of other countries stay as stored. */
export const formatPhoneNumber = (stored: string): string =>
  stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
