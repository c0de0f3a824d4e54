/** Limits the number of words, which bounds the cost of name screening. */
export const hasMaxWords = (max: number) => (name: string) => name.split(/[^\p{L}\p{M}\p{N}'’.]+/u).length <= max;

export const isFullName = (name: string): boolean => /\p{L}/u.test(name) && hasMaxWords(12)(name);
