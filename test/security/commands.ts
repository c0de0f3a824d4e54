import { api } from '../../src/api.ts';
import type { Act } from '../../src/kernel/acts.ts';

/** What a command carries with it, by the library's own name for it (test/unofficial.test.ts). */
type Procedure = { readonly '~orpc': { readonly meta: object; readonly inputSchema?: unknown } };
export const definitionOf = (procedure: Procedure) => procedure['~orpc'];

type CommandCase = { readonly path: string; readonly act: Act | undefined; readonly input: unknown };

/** Every command of the product by its path, with what it takes; those of staff with their row of the table of acts. */
export const commands: readonly CommandCase[] = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.entries<Procedure>(procedures).map(([name, procedure]) => {
    const { meta, inputSchema } = definitionOf(procedure);
    return { path: `${feature}/${name}`, act: (meta as { act?: Act }).act, input: inputSchema };
  }),
);
