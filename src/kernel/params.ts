type Kinds = { text: string; number: number };
type Shape = Readonly<Record<string, keyof Kinds>>;
type Values<S extends Shape> = { [K in keyof S]: Kinds[S[K]] };

type Checked<P> = { readonly value: P } | { readonly issues: readonly { readonly message: string }[] };

/** What a sentence of the catalogue takes: a check in the standard form that procedures ask for. */
export type Takes<P> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'cryptocommerce';
    readonly validate: (value: unknown) => Checked<P>;
    readonly types?: { readonly input: P; readonly output: P } | undefined;
  };
};

const javascriptType = { text: 'string', number: 'number' } as const;

/**
 * The places of a sentence: `takes({ symbol: 'text', days: 'number' })`. Only texts and numbers, so the catalogue,
 * which every screen carries, needs no library of schemas.
 */
export function takes<const S extends Shape>(shape: S): Takes<Values<S>> {
  const validate = (value: unknown): Checked<Values<S>> => {
    const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const wrong = Object.keys(shape).filter((name) => {
      const kind = shape[name];
      return kind === undefined || typeof given[name] !== javascriptType[kind];
    });
    if (wrong.length > 0) return { issues: wrong.map((name) => ({ message: `${name} is missing` })) };
    return { value: Object.fromEntries(Object.keys(shape).map((name) => [name, given[name]])) as Values<S> };
  };
  return { '~standard': { version: 1, vendor: 'cryptocommerce', validate } };
}
