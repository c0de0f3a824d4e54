const rules = new Intl.PluralRules('en');

/** Picks the form for a count: `line` for 1, `lines` for others. Irregular words pass both. */
export const pluralize = (count: number | bigint, singular: string, pluralForm = `${singular}s`): string =>
  rules.select(Number(count)) === 'one' ? singular : pluralForm;
