import { Button } from '../../../../ui/button.tsx';

/** Adds one more to a list. */
export const Add = ({ what, onAdd }: { what: string; onAdd: () => void }) => (
  <Button look="line" size="small" onClick={onAdd}>
    Add {what}
  </Button>
);

/** Takes one of a list away. */
export const Remove = ({ what, onRemove }: { what: string; onRemove: () => void }) => (
  <Button look="bare" size="small" onClick={onRemove}>
    Remove {what}
  </Button>
);
