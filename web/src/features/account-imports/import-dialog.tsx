import { ImportForm } from './import-form.tsx';
import { ImportProgress } from './import-progress.tsx';

interface ImportDialogProps {
  /** Null: a new import. */
  id: string | null;
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Adds many accounts: first the form, then the result of each line. */
export default function ImportDialog({ id, onStarted, onClose }: ImportDialogProps) {
  return id === null ? (
    <ImportForm onStarted={onStarted} onClose={onClose} />
  ) : (
    <ImportProgress id={id} onClose={onClose} />
  );
}
