import { anySession, type Row } from './outcomes.ts';

const callsOfAnySession = {
  accounts: [
    'viewer',
    'startedProfile',
    'reauthMethods',
    'security',
    'endOtherSessions',
    'startAuthenticator',
    'removeAuthenticator',
    'createRecoveryCodes',
    'newPasskeyOptions',
    'exportData',
  ],
  documents: ['testKycUpload'],
  accountPages: ['overview', 'refusePasskey', 'profile', 'subscription', 'coins', 'portfolio'],
  trading: ['limits', 'sellDraft', 'open', 'counts'],
  agreements: ['due'],
  location: ['own'],
};

export const sessionRows: Readonly<Record<string, { readonly row: Row }>> = Object.fromEntries(
  Object.entries(callsOfAnySession).flatMap(([feature, names]) =>
    names.map((name) => [`${feature}/${name}`, { row: anySession }]),
  ),
);
