import { Dialog } from '../dialog.tsx';

export type KeyName = readonly [keys: readonly string[], does: string];

export const queueKeys: readonly KeyName[] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open alone'],
  [['/'], 'search'],
];

const Names = ({ names }: { names: readonly KeyName[] }) =>
  names.map(([keys, does]) => (
    <span key={does}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}{' '}
      {does}
    </span>
  ));

/** The keys that matter most, at the foot of the queue. */
export const KeysLine = ({ onAll, names }: { onAll: () => void; names: readonly KeyName[] }) => (
  <div className="keys">
    <Names names={names} />
    <button type="button" onClick={onAll}>
      <kbd>?</kbd> all keys
    </button>
  </div>
);

type KeysDialogProps = { open: boolean; onClose: () => void; names: readonly KeyName[] };

/** Every key of a place of the desk. */
export const KeysDialog = ({ open, onClose, names }: KeysDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Keys" wide>
    <p className="ink-2">They work outside fields, and only where the act is yours and its state allows it.</p>
    <div className="keys all">
      <Names names={names} />
    </div>
  </Dialog>
);
