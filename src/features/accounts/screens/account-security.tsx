/** Placeholder of account security. */
export function AccountSecurity() {
  return null;
}

/** Placeholder of account security. */
export function DangerZone() {
  return null;
}
