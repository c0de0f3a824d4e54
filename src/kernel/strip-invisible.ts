/** Zero-width characters, direction marks and soft hyphens. They would make two copies of a name differ. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const hyphens = /[\u2010\u2011]/g;
const spaces = /[\u00a0\u202f]/g;

/** Removes invisible characters, and replaces special hyphens and spaces with plain ones. */
export const stripInvisible = (text: string): string =>
  text.replace(invisible, '').replace(hyphens, '-').replace(spaces, ' ');
