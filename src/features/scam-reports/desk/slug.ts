/** The address of a warning: its title in plain letters, and a piece of its proposal's id, so that no two are alike. */
export function slugOf(title: string, proposalId: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'warning' : words}-${proposalId.replaceAll('-', '').slice(-10)}`;
}
