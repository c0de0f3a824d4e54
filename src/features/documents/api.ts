import { createSignedLink } from './signed-url.ts';
import { testKycUpload, testStorage } from './test-storage.ts';

export const documentsApi = { link: createSignedLink, testKycUpload, testStorage };
