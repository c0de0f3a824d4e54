import { freezeCustomer } from './freeze-customer.ts';
import { decideFrozen, proposeFrozenReturn, proposeThaw } from './second-person.ts';
import { showFreezes } from './show-freezes.ts';

/** What freezes take; part of `compliance` to whoever calls. */
export const freezesApi = {
  freezes: showFreezes,
  freeze: freezeCustomer,
  proposeThaw,
  proposeFrozenReturn,
  decideFrozen,
};
