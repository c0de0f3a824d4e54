import { freezeCustomer } from './freeze-customer.ts';
import { decideFrozen, proposeFrozenReturn, proposeUnfreeze } from './proposals.ts';
import { showFreezes } from './show-freezes.ts';

export const freezesApi = {
  freezes: showFreezes,
  freeze: freezeCustomer,
  proposeUnfreeze,
  proposeFrozenReturn,
  decideFrozen,
};
