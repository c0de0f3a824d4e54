const rules = new Intl.PluralRules('en');

/** Returns the singular for 1, otherwise the plural. Irregular words need `pluralForm`. */
export const pluralize = (count: number | bigint, singular: string, pluralForm = `${singular}s`): string =>
  rules.select(Number(count)) === 'one' ? singular : pluralForm;
