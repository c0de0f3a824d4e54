/** The paragraphs of a plain text. */
export const paragraphsOf = (body: string): string[] =>
  body
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
