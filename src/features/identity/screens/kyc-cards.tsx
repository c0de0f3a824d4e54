/** Placeholder of the identity cards. */
export function KycStatusCard() {
  return null;
}

/** Placeholder of the identity cards. */
export function KycProfileCards() {
  return null;
}
