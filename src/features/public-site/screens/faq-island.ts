import { pluralize } from '../../../kernel/plural.ts';

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$%]+/u)
    .filter(Boolean);

const matches = (text: readonly string[], terms: readonly string[]): boolean =>
  terms.every((part) => text.some((word) => word.startsWith(part)));

const formatCount = (found: number): string =>
  found === 0 ? 'No answers found. Ask us below.' : `${found} ${pluralize(found, 'answer')}`;

export default function startSearch(page: HTMLElement): void {
  const field = page.querySelector<HTMLInputElement>('input[type="search"]');
  const status = page.querySelector('[role="status"]');
  const all = [...page.querySelectorAll('details')].map((details) => ({
    details,
    text: splitWords(`${details.textContent ?? ''} ${details.dataset['also'] ?? ''}`),
  }));
  if (!field || !status) return;
  const showMatches = () => {
    const terms = splitWords(field.value);
    const shown = all.filter(({ details, text }) => {
      details.hidden = !matches(text, terms);
      return !details.hidden;
    });
    for (const group of page.querySelectorAll<HTMLElement>('.answers'))
      group.hidden = !group.querySelector('details:not([hidden])');
    // Opens the answers when the search finds at most three.
    if (terms.length > 0) for (const { details } of all) details.open = !details.hidden && shown.length <= 3;
    status.textContent = formatCount(shown.length);
  };
  field.addEventListener('input', showMatches);
  if (field.value) showMatches();
}
