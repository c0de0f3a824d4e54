import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { DocumentFile } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { useAction } from '../../../compliance/screens/parts/use-action.ts';
import type { CaseFile, CaseView } from '../../../compliance/views.ts';

const DocumentViewer = lazyPart(() =>
  import('../../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

const getFileState = ({ state }: CaseFile): DocumentFile['state'] =>
  state === 'clean' || state === 'refused' ? state : 'being_checked';

const toDocumentFile = (file: CaseFile): DocumentFile => ({
  ...file,
  fileId: file.id,
  title: file.name,
  state: getFileState(file),
});

function AddFile({ folder }: { folder: CaseView }) {
  const [sent, setSent] = useState<StoredFile | null>(null);
  const add = useAction({
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
      hint="A statement, letter or screenshot. Only staff who work on cases can open it."
      onUploaded={(file) => {
        setSent(file);
        add.mutate(file.id);
      }}
      onRemoved={() => setSent(null)}
    />
  );
}

/** Files of a case. Opening a file downloads it and writes an audit entry. */
export function CaseFiles({ folder }: { folder: CaseView }) {
  const [open, setOpen] = useState<CaseFile | null>(null);
  const { files, may } = folder;
  return (
    <PageSection id="files" title="Files">
      {files.length === 0 && <p className="ink-2">No files attached</p>}
      <ul className="lines num">
        {files.map((file) => (
          <li key={file.id}>
            <Button variant="bare" size="small" label={`Open: ${file.name}`} onClick={() => setOpen(file)}>
              <Eye className="ic" aria-hidden="true" />
              <span className="wrap-any">{file.name}</span>
            </Button>
            <span className="ink-2">
              {formatBytes(file.bytes)}, {file.addedBy}, {formatDateTime(file.addedAt)}
            </span>
            {getFileState(file) !== 'clean' && (
              <Badge kind={getFileState(file) === 'refused' ? 'rejected' : 'pending'}>
                {getFileState(file) === 'refused' ? 'Refused' : 'Being checked'}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {may.work && <AddFile folder={folder} />}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open?.name ?? ''} wide>
        {open && <DocumentViewer files={[toDocumentFile(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </PageSection>
  );
}
