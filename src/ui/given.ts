/** What the server gave with the page for its first screen (`platform/given.ts` writes it). */
type GivenAnswer = { readonly path: readonly string[]; readonly input: unknown; readonly answer: unknown };

const answer = () => document.getElementById('given-answer');

let text: string | null = null;

/** The drawn text that the page came with; null where it came with none, and at the build. */
export function givenText(): string | null {
  if (typeof document === 'undefined') return null;
  if (text === null && answer()) text = document.getElementById('given')?.innerHTML ?? null;
  return text;
}

/** The first question's answer, which the page came with; null where it came with none. */
export function readGiven(): GivenAnswer | null {
  const found = answer()?.textContent;
  return found ? (JSON.parse(found) as GivenAnswer) : null;
}

/** Once the screen stands: it has a title of its own, and its question is asked like any other from now on. */
export function clearGiven(): void {
  for (const element of document.querySelectorAll('[data-given]')) element.remove();
}
