import { giveLink } from './give-link.ts';
import { testKycUpload, testStorage } from './test-storage.ts';

export const documentsApi = { link: giveLink, testKycUpload, testStorage };
