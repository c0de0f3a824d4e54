/** Placeholder of the consent dialog. */
export function LocationConsent() {
  return null;
}
