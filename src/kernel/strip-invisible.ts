/** Zero-width characters, direction marks, soft hyphens. In copied names they would make two people of one. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const hyphens = /[\u2010\u2011]/g;
const spaces = /[\u00a0\u202f]/g;

/** Removes invisible characters and replaces special hyphens and spaces by plain ones. */
export const stripInvisible = (text: string): string =>
  text.replace(invisible, '').replace(hyphens, '-').replace(spaces, ' ');
