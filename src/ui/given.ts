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

/** The first question's answer, once: afterwards it is asked for like any other, and the screen has its own title. */
export function takeGiven(): GivenAnswer | null {
  const found = answer()?.textContent;
  for (const element of document.querySelectorAll('[data-given]')) element.remove();
  return found ? (JSON.parse(found) as GivenAnswer) : null;
}
