import { api } from '../../src/api.ts';
import type { Permission } from '../../src/kernel/permissions.ts';

/** oRPC stores the definition under this name (test/library-internals.test.ts). */
type Procedure = { readonly '~orpc': { readonly meta: object; readonly inputSchema?: unknown } };
export const getDefinition = (procedure: Procedure) => procedure['~orpc'];

type CommandCase = { readonly path: string; readonly act: Permission | undefined; readonly input: unknown };

/** Every command by path with its input; staff commands with their permission. */
export const commands: readonly CommandCase[] = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.entries<Procedure>(procedures).map(([name, procedure]) => {
    const { meta, inputSchema } = getDefinition(procedure);
    return { path: `${feature}/${name}`, act: (meta as { permission?: Permission }).permission, input: inputSchema };
  }),
);
