import { Button } from '../../../ui/button.tsx';

/** The diagnostic of the file store; implemented once its question exists. */
export function StorageTest({ name }: { name: string }) {
  return (
    <Button look="bare" size="small">
      {name}
    </Button>
  );
}
