import { queueShortcuts, type Shortcut } from '../../../../../../ui/admin/shortcut-help.tsx';

export const commonAlertKeys: readonly Shortcut[] = [
  ...queueShortcuts,
  [['T'], 'take'],
  [['C'], 'close'],
  [['O'], 'case'],
];

export const alertKeys: readonly Shortcut[] = [
  ...commonAlertKeys,
  [['G'], 'assign'],
  [['S'], 'snooze a rule'],
  [['Esc'], 'back to the alerts'],
];

export const caseKeys: readonly Shortcut[] = [
  [['S'], 'start the review'],
  [['N'], 'note'],
  [['A'], 'add to the case'],
  [['F'], 'add a file'],
  [['G'], 'assign'],
  [['R'], 'open a report'],
  [['C'], 'close'],
  [['O'], 'reopen'],
  [['Esc'], 'back to the cases'],
];

export const reportKeys: readonly Shortcut[] = [
  [['X'], 'check and export'],
  [['M'], 'mark as filed'],
  [['Esc'], 'back to the reports'],
];
