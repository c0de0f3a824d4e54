import { own } from './customer-api.ts';
import { addNote, decideLink, listCustomers, showCustomer, showCustomerOrders, showLinks } from './customers.ts';
import { draft, saveDraft } from './drafts.ts';
import { showIdentityQueue, showSubmission } from './queue.ts';
import { approve, decideItems, reject, requestMoreInfo } from './review.ts';
import { enhancedPreview, submitEnhanced, submitTier1, submitTier2 } from './submit-tiers.ts';

export const identityApi = {
  own,
  draft,
  saveDraft,
  submitTier1,
  submitTier2,
  submitEnhanced,
  enhancedPreview,
  queue: showIdentityQueue,
  submission: showSubmission,
  decideItems,
  approve,
  reject,
  requestMoreInfo,
  customers: listCustomers,
  customer: showCustomer,
  customerOrders: showCustomerOrders,
  addNote,
  links: showLinks,
  decideLink,
};
