/** The words of a text, without capitals and accents. */
const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$%]+/u)
    .filter(Boolean);

/** Whether every word asked for begins a word of the text. */
const answers = (text: readonly string[], asked: readonly string[]): boolean =>
  asked.every((part) => text.some((word) => word.startsWith(part)));

const counted = (found: number): string =>
  found === 0 ? 'No answer has these words. Ask us below.' : `${found} ${found === 1 ? 'answer' : 'answers'}`;

/** Shows the answers that hold what is typed; everything else steps aside. With nothing typed all of them stand. */
export default function startSearch(page: HTMLElement): void {
  const field = page.querySelector<HTMLInputElement>('input[type="search"]');
  const found = page.querySelector('[role="status"]');
  const all = [...page.querySelectorAll('details')].map((details) => ({
    details,
    text: words(`${details.textContent ?? ''} ${details.dataset['also'] ?? ''}`),
  }));
  if (!field || !found) return;
  const show = () => {
    const asked = words(field.value);
    const shown = all.filter(({ details, text }) => {
      details.hidden = !answers(text, asked);
      return !details.hidden;
    });
    for (const group of page.querySelectorAll<HTMLElement>('.answers'))
      group.hidden = !group.querySelector('details:not([hidden])');
    // Few enough to read at once are opened; somebody who searches should not have to click as well.
    if (asked.length > 0) for (const { details } of all) details.open = !details.hidden && shown.length <= 3;
    found.textContent = counted(shown.length);
  };
  field.addEventListener('input', show);
  // What was typed before this woke up.
  if (field.value) show();
}
