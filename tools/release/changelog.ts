const unreleased = '## [Unreleased]\n';

/** Changelog with its unreleased entries under `version` and `day`, and these entries. Throws when there are none. */
export function releaseChangelog(text: string, { version, day }: { version: string; day: string }) {
  const from = text.indexOf(unreleased) + unreleased.length;
  if (from < unreleased.length) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const next = text.indexOf('\n## [', from);
  const notes = text.slice(from, next < 0 ? undefined : next).trim();
  if (notes === '') throw new Error('CHANGELOG.md lists nothing under "Unreleased".');
  return { notes, text: `${text.slice(0, from)}\n## [${version}] - ${day}\n${text.slice(from)}` };
}
