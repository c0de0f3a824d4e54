import { type Act, acts } from '../../features/staff/screens/desk/acts.ts';
import { Dialog } from '../dialog.tsx';

export type KeyName = readonly [keys: readonly string[], does: string];

export const queueKeys: readonly KeyName[] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open alone'],
  [['/'], 'search'],
];

const actKeys: readonly KeyName[] = (Object.keys(acts) as Act[]).map((act) => [
  [acts[act].key.toUpperCase()],
  acts[act].name.toLowerCase(),
]);

const panelKeys: readonly KeyName[] = [[['E'], 'next evidence']];

const Names = ({ names }: { names: readonly KeyName[] }) =>
  names.map(([keys, does]) => (
    <span key={does}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}{' '}
      {does}
    </span>
  ));

const orderKeys: readonly KeyName[] = [...queueKeys, ...panelKeys, ...actKeys];
const mostUsed: readonly KeyName[] = [...queueKeys, [['A'], 'approve'], [['N'], 'note'], [['E'], 'evidence']];

/** The keys that matter most, at the foot of the queue. */
export const KeysLine = ({ onAll, names = mostUsed }: { onAll: () => void; names?: readonly KeyName[] }) => (
  <div className="keys">
    <Names names={names} />
    <button type="button" onClick={onAll}>
      <kbd>?</kbd> all keys
    </button>
  </div>
);

type KeysDialogProps = { open: boolean; onClose: () => void; names?: readonly KeyName[] };

/** Every key of a place of the desk; those of the orders unless others are named. */
export const KeysDialog = ({ open, onClose, names = orderKeys }: KeysDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Keys" wide>
    <p className="ink-2">They work outside fields, and only where the act is yours and its state allows it.</p>
    <div className="keys all">
      <Names names={names} />
    </div>
  </Dialog>
);
