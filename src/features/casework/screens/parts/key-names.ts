import { type KeyName, queueKeys } from '../../../../ui/desk/keys-line.tsx';

export const alertKeysMostUsed: readonly KeyName[] = [...queueKeys, [['T'], 'take'], [['C'], 'close'], [['O'], 'case']];

/** Every key of the alerts. */
export const alertKeys: readonly KeyName[] = [
  ...alertKeysMostUsed,
  [['G'], 'give to somebody'],
  [['S'], 'keep a rule quiet'],
  [['Esc'], 'back to the alerts'],
];

/** Every key of a case. */
export const caseKeys: readonly KeyName[] = [
  [['S'], 'start the review'],
  [['N'], 'note'],
  [['A'], 'add to the case'],
  [['F'], 'add a file'],
  [['G'], 'give to somebody'],
  [['R'], 'open a report'],
  [['C'], 'close'],
  [['O'], 'open again'],
  [['Esc'], 'back to the cases'],
];

/** Every key of a report. */
export const reportKeys: readonly KeyName[] = [
  [['X'], 'check and export'],
  [['M'], 'mark as filed'],
  [['Esc'], 'back to the reports'],
];
