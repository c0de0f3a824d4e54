import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import type { Paper } from '../../../../ui/desk/papers/use-paper.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { bytesText, momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseFile, CaseView } from '../../../compliance/views.ts';

const DocumentViewer = later(() =>
  import('../../../../ui/desk/papers/viewer.tsx').then((parts) => parts.DocumentViewer),
);

const stateOf = ({ state }: CaseFile): Paper['state'] =>
  state === 'clean' || state === 'refused' ? state : 'being_checked';

const paperOf = (file: CaseFile): Paper => ({ ...file, fileId: file.id, title: file.name, state: stateOf(file) });

/** One more file: sent, and put into the case once it is stored. */
function AddFile({ folder }: { folder: CaseView }) {
  const [sent, setSent] = useState<StoredFile | null>(null);
  const add = useAct({
    send: (fileId: string) => call.compliance.addToCase({ caseId: folder.id, files: [fileId] }),
    says: 'caseAdded',
    params: { name: folder.customer.name },
    onDone: () => setSent(null),
  });
  return (
    <Upload
      label="Add a file"
      purpose="case-file"
      value={sent}
      hint="A statement, a letter, a screenshot. Only those who work on cases can open it."
      onUploaded={(file) => {
        setSent(file);
        add.mutate(file.id);
      }}
      onRemoved={() => setSent(null)}
    />
  );
}

/** The papers of a case. One is fetched, and the look written down, once it is opened. */
export function CaseFiles({ folder }: { folder: CaseView }) {
  const [open, setOpen] = useState<CaseFile | null>(null);
  const { files, may } = folder;
  return (
    <Part id="files" title="Files">
      {files.length === 0 && <p className="ink-2">No file stands in this case.</p>}
      <ul className="lines num">
        {files.map((file) => (
          <li key={file.id}>
            <Button look="bare" size="small" label={`Look at: ${file.name}`} onClick={() => setOpen(file)}>
              <Eye className="ic" aria-hidden="true" />
              <span className="wrap-any">{file.name}</span>
            </Button>
            <span className="ink-2">
              {bytesText(file.bytes)}, {file.addedBy}, {momentText(file.addedAt)}
            </span>
            {stateOf(file) !== 'clean' && (
              <Badge kind={stateOf(file) === 'refused' ? 'rejected' : 'pending'}>
                {stateOf(file) === 'refused' ? 'Refused' : 'Being checked'}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {may.work && <AddFile folder={folder} />}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open?.name ?? ''} wide>
        {open && <DocumentViewer papers={[paperOf(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </Part>
  );
}
