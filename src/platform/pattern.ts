/** What `like` finds wherever these words stand. Signs that mean something to a pattern are taken literally. */
export const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
