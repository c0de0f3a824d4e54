/** Builds a URL slug from the title. Part of the proposal id makes it unique. */
export function createSlug(title: string, proposalId: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'warning' : words}-${proposalId.replaceAll('-', '').slice(-10)}`;
}
