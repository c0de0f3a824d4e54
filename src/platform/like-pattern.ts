/** Pattern for `like` that matches the text anywhere. Wildcards are escaped. */
export const toLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
