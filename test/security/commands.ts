import { api } from '../../src/api.ts';
import type { Act } from '../../src/kernel/acts.ts';

type Procedure = { readonly '~orpc': { readonly meta: { readonly act?: Act } } };

/** Every command and question of the product by its path; those of staff with their row of the table of acts. */
export const commands = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.entries<Procedure>(procedures).map(
    ([
      name,
      {
        '~orpc': { meta },
      },
    ]) => ({
      path: `${feature}/${name}`,
      act: meta.act,
    }),
  ),
);
