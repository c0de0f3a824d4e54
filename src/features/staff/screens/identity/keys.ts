import { type KeyName, queueKeys } from '../../../../ui/desk/keys-line.tsx';

/** Every key of the identity checks: the queue's, the submission's and the viewer's. */
export const identityKeys: readonly KeyName[] = [
  ...queueKeys,
  [['A'], 'approve'],
  [['X'], 'reject'],
  [['M'], 'ask for more'],
  [['J'], 'next in the queue'],
  [['Esc'], 'back to the queue'],
  [['1', '9'], 'document'],
  [['+', '-'], 'zoom'],
  [['R'], 'rotate'],
  [['0'], 'fit'],
  [[',', '.'], 'page of a PDF'],
];
