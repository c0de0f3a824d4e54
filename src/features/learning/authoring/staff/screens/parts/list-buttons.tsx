import { Button } from '../../../../../../ui/button.tsx';

export const AddButton = ({ what, onAdd }: { what: string; onAdd: () => void }) => (
  <Button variant="line" size="small" onClick={onAdd}>
    Add {what}
  </Button>
);

export const RemoveButton = ({ what, onRemove }: { what: string; onRemove: () => void }) => (
  <Button variant="bare" size="small" onClick={onRemove}>
    Remove {what}
  </Button>
);
