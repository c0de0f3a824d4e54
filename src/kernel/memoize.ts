/** Memoizes a pure function with an LRU cache of `maxEntries` results. Callers must not modify results. */
export function memoizeLru<Answer>(compute: (text: string) => Answer, maxEntries = 2_000): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const cached = answers.get(text);
    if (cached !== undefined || answers.has(text)) return cached as Answer;
    const answer = compute(text);
    const [oldest] = answers.size < maxEntries ? [] : answers.keys();
    if (oldest !== undefined) answers.delete(oldest);
    answers.set(text, answer);
    return answer;
  };
}
