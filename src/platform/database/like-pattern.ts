/** Returns a `like` pattern that matches the text anywhere. Escapes wildcards. */
export const toLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
