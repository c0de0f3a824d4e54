import { signedIn, signedInAlone, staffOnly } from '../../platform/procedure.ts';
import {
  AddCustomerNote,
  ApproveSubmission,
  AskMore,
  DecideItems,
  OneCustomer,
  OneSubmission,
  PreviewEnhanced,
  RejectSubmission,
  SearchCustomers,
  ShowIdentityQueue,
  SubmitEnhanced,
  SubmitTier1,
  SubmitTier2,
} from './schema.ts';
import type {
  CustomerList,
  CustomerPage,
  Decided,
  EnhancedPreview,
  IdentityQueue,
  Own,
  SubmissionReview,
  Submitted,
} from './views.ts';

const looks = () => staffOnly('compliance', 'support', 'admin');
const decides = () => staffOnly('compliance', 'admin');
const later = async (): Promise<never> => {
  throw new Error('not there yet');
};

export const identityApi = {
  own: signedIn.handler(later as () => Promise<Own>),
  submitTier1: signedInAlone.input(SubmitTier1).handler(later as () => Promise<Submitted>),
  submitTier2: signedInAlone.input(SubmitTier2).handler(later as () => Promise<Submitted>),
  submitEnhanced: signedInAlone.input(SubmitEnhanced).handler(later as () => Promise<Submitted>),
  enhancedPreview: staffOnly('admin')
    .input(PreviewEnhanced)
    .handler(later as () => Promise<EnhancedPreview>),
  queue: looks()
    .input(ShowIdentityQueue)
    .handler(later as () => Promise<IdentityQueue>),
  submission: looks()
    .input(OneSubmission)
    .handler(later as () => Promise<SubmissionReview>),
  decideItems: decides()
    .input(DecideItems)
    .handler(later as () => Promise<Decided>),
  approve: decides()
    .input(ApproveSubmission)
    .handler(later as () => Promise<Decided>),
  reject: decides()
    .input(RejectSubmission)
    .handler(later as () => Promise<Decided>),
  askMore: decides()
    .input(AskMore)
    .handler(later as () => Promise<Decided>),
  customers: looks()
    .input(SearchCustomers)
    .handler(later as () => Promise<CustomerList>),
  customer: looks()
    .input(OneCustomer)
    .handler(later as () => Promise<CustomerPage>),
  addNote: looks()
    .input(AddCustomerNote)
    .handler(later as () => Promise<{ noteId: string }>),
};
