/** Placeholder of the location cards. */
export function LocationCards() {
  return null;
}
