import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { DocumentFile } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { CustomerRecord } from './data.ts';

const DocumentViewer = lazyPart(() =>
  import('../../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

type CustomerFile = CustomerRecord['files'][number];

const purposeNames: Readonly<Record<string, string>> = {
  'kyc-id': 'ID document',
  'kyc-trn': 'TRN document',
  'kyc-selfie': 'Live selfie with ID',
  'kyc-address': 'Address proof',
  'kyc-income': 'Proof of income',
  'enhanced-source': 'Source of funds proof',
  'enhanced-income': 'Proof of income, Enhanced',
  'enhanced-jurisdiction': 'Jurisdiction document',
  'transaction-proof': 'Proof of payment',
  'source-of-funds': 'Source of funds',
  'payout-proof': 'Proof of payout',
};

const getTitle = ({ purpose }: CustomerFile): string => purposeNames[purpose] ?? purpose;

const toDocumentFile = (file: CustomerFile): DocumentFile => ({ ...file, fileId: file.id, title: getTitle(file) });

const stateLabels = { being_checked: 'Being checked', refused: 'Refused' } as const;

/** Uploaded files. Opening a file is audited. */
export function CustomerFiles({ files }: { files: readonly CustomerFile[] }) {
  const [open, setOpen] = useState<CustomerFile | null>(null);
  return (
    <PageSection id="files" title="Files">
      {files.length > 0 ? (
        <ul className="lines num">
          {files.map((file) => (
            <li key={file.id}>
              <Button variant="bare" size="small" label={`Open: ${getTitle(file)}`} onClick={() => setOpen(file)}>
                <Eye className="ic" aria-hidden="true" />
                {getTitle(file)}
              </Button>
              <span className="ink-2 wrap-any">
                {file.name}, {formatBytes(file.bytes)}, {formatDateTime(file.createdAt)}
              </span>
              {file.state !== 'clean' && (
                <Badge kind={file.state === 'refused' ? 'rejected' : 'pending'}>{stateLabels[file.state]}</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="ink-2">No files yet.</p>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? getTitle(open) : ''} wide>
        {open && <DocumentViewer files={[toDocumentFile(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </PageSection>
  );
}
