/**
 * The same function, which keeps its last `most` answers: for what is worked out from a text alone and asked for again
 * and again, as an address is by those who read, compare and screen it, first while it is typed and then when the order
 * comes. So it keeps as many as people may be at that at a time. Answers are shared, so they must be read-only.
 */
export function lately<Answer>(work: (text: string) => Answer, most = 2_000): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Answer;
    const answer = work(text);
    const [oldest] = answers.size < most ? [] : answers.keys();
    if (oldest !== undefined) answers.delete(oldest);
    answers.set(text, answer);
    return answer;
  };
}
